export { run, serve, wake } from './abi/thread-loop'
