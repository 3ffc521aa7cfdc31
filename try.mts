import { exactDispersion, surfaceEnergy } from './validation/problems/surface-waves.js'
for (const p of [exactDispersion, surfaceEnergy]) { const t = performance.now(); for (const f of await p.run()) console.log(f.quantity, f.measured.toExponential(2)); console.log(((performance.now() - t) / 1000).toFixed(1), 's') }
