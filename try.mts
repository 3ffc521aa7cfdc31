import { createSimulation } from './packages/core/src/index.js'
for (const method of ['window'] as const) for (const b of ['periodic', 'reflect', 'absorb'] as const) for (const depth of [undefined, .3]) for (const solids of [false, true]) {
  const sim = await createSimulation({ seiche: 1, grid: { cells: [128, 96], cellSize: .1 }, timeStep: .02, solver: { type: 'iwave', method, depth }, initial: { eta: [{ shape: 'gaussian', radius: .5, height: .1 , center: [1, .5]}, {shape:'plane', height: .02}, { shape: 'noise', scale: .2, height: .01 }] }, boundaries: { 'x-': b, 'x+': b, 'z-': b, 'z+': b }, obstacles: solids ? [{ shape: 'box', center: [-2, 0], size: [.4, 6] }, { shape: 'disc', center: [3, 1], radius: .7 }] : [] }, { threads: 1 })
  const d0 = sim.diagnostics()
  let row = ''; const t0 = performance.now()
  for (let k = 0; k < 4; k++) { sim.step(2500); const d = sim.diagnostics(); row += ` ${(d.energy / d0.energy - 1).toExponential(2)}/${(d.volume / d0.volume - 1).toExponential(2)}` }
  console.log(method, b, depth, solids, 'sub', sim.substeps, row, 'max', sim.diagnostics().maximum.toFixed(3), ((performance.now() - t0) / 1e4).toFixed(3), 'ms')
  sim.dispose()
}
