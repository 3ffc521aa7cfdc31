#!/usr/bin/env node
import { main } from './main.js'

// The exit code is set without exiting: output in a pipe is still delivered.
process.exitCode = await main(process.argv.slice(2))
