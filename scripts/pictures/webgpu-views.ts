// How much pictures by WebGPU differ from the golden ones by WebGL 2: node scripts/run.mjs scripts/pictures/webgpu-views.ts [scene …]

import { type ViewSceneName, viewScenes } from '../../apps/playground/testing/views/view-scenes.js'
import { compareWebGpu } from '../../apps/playground/testing/views/webgpu-difference.js'

const asked = process.argv.slice(2)
const names = (Object.keys(viewScenes) as ViewSceneName[]).filter((name) => asked.length === 0 || asked.includes(name))
for (const { name, mean, percentile99, isTolerated } of await compareWebGpu(names))
  console.log(
    `${name.padEnd(22)} mean ${mean.toFixed(2)}, 99th percentile ${percentile99.toFixed(1)}${isTolerated ? '' : ', differs'}`,
  )
