export { Rain } from '@seiche/three'
