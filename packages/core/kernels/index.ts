export { run, serve, wake } from './crew'
