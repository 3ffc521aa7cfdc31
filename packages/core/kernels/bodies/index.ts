// Kernels for bodies: a module of its own, with a memory of its own for scratch, which any body may use (src/bodies/body-kernels.ts).

export { polyhedronFragments } from './polyhedron-fragments'
export { roundColumns } from './round-columns'
