#!/usr/bin/env node
import { main } from './main.js'

// Set, not exited with: what has been written to a pipe still reaches it.
process.exitCode = await main(process.argv.slice(2))
