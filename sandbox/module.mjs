// The package's module for tests.
import bundleOnce from './bundle.mjs'

await bundleOnce()
export const { createSandbox } = await import('./dist/embed.js')
