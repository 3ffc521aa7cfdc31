import { createSimulation } from './packages/core/src/index.js'
for (const method of ['window', 'fft'] as const) for (const b of ['periodic'] as const) for (const halfWidth of [6, 4]) for (const boxes of [1, 2]) {
  const sim = await createSimulation({ seiche: 1, grid: { cells: [64, 48], cellSize: .1 }, timeStep: .02, solver: { type: 'iwave', method, halfWidth }, initial: { eta: [ { shape: 'noise', scale: .2, height: .01 }] }, boundaries: { 'x-': b, 'x+': b, 'z-': b, 'z+': b }, obstacles: boxes === 1 ? [{ shape: 'box', center: [-2, 0], size: [.4, 3] }, { shape: 'disc', center: [1, 1], radius: .7 }] : [{ shape: 'box', center: [0, 0], size: [.1, 3], angle: 30 }, { shape: 'box', center: [1, 0], size: [.1, 3], angle: 30 },{ shape: 'disc', center: [-1, 1], radius: .15 }] }, { threads: 1 })
  const d0 = sim.diagnostics()
  let row = ''
  for (let k = 0; k < 6; k++) { sim.step(10000); const d = sim.diagnostics(); row += ` ${(d.energy / d0.energy - 1).toExponential(2)}/${d.kineticEnergy.toExponential(2)}/${d.maximum.toFixed(3)}` }
  console.log(method, b, halfWidth, boxes, row)
  sim.dispose()
}
