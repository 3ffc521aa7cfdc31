// Non-linear waves, which are loaded by scenes that have them.

export { HigherOrder } from './higher-order.js'
export { StartingSea } from './starting-sea.js'
