#!/usr/bin/env node
// The entry point of the package's command.
import bundleOnce from './bundle.mjs'

await bundleOnce()
await import('./dist/main.js')
