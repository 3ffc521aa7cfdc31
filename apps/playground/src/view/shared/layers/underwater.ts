// A file of its own: the page loads it on demand.
export { UnderwaterView } from '@seiche/three'
