#!/usr/bin/env node
// The package's command.
import bundleOnce from './bundle.mjs'

await bundleOnce()
if (process.argv.length === 2) process.argv.push('start')
await import('./dist/main.js')
