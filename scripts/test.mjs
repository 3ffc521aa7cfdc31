// Everything, from a fresh clone: install, check, build, all tests. CI runs exactly this.
import { buildKernels, buildPackages, buildPlayground } from './build.mjs'
import { checkSource } from './check.mjs'
import { ensureChromium, ensureDependencies, runTool } from './prepare.mjs'

ensureDependencies()
ensureChromium()
buildKernels()
checkSource()
buildPackages()
buildPlayground()
runTool('vitest/vitest.mjs', ['run', ...process.argv.slice(2)])
