import { createSimulation } from './packages/core/src/index.js'

for (const method of ['fft', 'exponential'] as const)
  for (const b of ['periodic', 'reflect', 'absorb'] as const)
    for (const depth of [undefined, 0.3]) {
      const sim = await createSimulation(
        {
          seiche: 1,
          grid: { cells: [128, 96], cellSize: 0.1 },
          timeStep: 0.02,
          solver: { type: 'iwave', method, depth },
          initial: {
            eta: [
              { shape: 'gaussian', radius: 0.5, height: 0.1, center: [1, 0.5] },
              { shape: 'plane', height: 0.02 },
            ],
          },
          boundaries: { 'x-': b, 'x+': b, 'z-': b, 'z+': b },
          obstacles: [
            { shape: 'box', center: [-2, 0], size: [0.4, 6] },
            { shape: 'disc', center: [3, 1], radius: 0.7 },
          ],
        },
        { threads: 1 },
      )
      const d0 = sim.diagnostics()
      let row = ''
      for (let k = 0; k < 4; k++) {
        sim.step(2500)
        const d = sim.diagnostics()
        row += ` ${(d.energy / d0.energy - 1).toExponential(2)}/${(d.volume / d0.volume - 1).toExponential(2)}`
      }
      console.log(method, b, depth, 'sub', sim.substeps, row, 'max', sim.diagnostics().maximum.toFixed(3))
      sim.dispose()
    }
