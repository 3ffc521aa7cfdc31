export { run, serve, wake } from './abi/thread-loop'
// The functions of bodies, which the engine calls between two lists of passes.
export * from './bodies/basin-cells'
export { cutBodies, unpackSpans } from './bodies/cut-bodies'
export { readCells } from './bodies/cell-list'
export * from './bodies/terrain-cells'
export * from './modules/submersion/index'
export { raiseBlocks, raiseKernel, sumBlocks, weigh } from './modules/draughts/index'
