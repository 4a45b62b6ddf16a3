#!/usr/bin/env node
// The package's command.
import bundleOnce from './bundle.mjs'

await bundleOnce()
await import('./dist/main.js')
