// `npm run screenshots`: pictures of every screen in .data/screenshots, on a phone, a tablet and a desktop, light and dark.
import { defineConfig } from '@playwright/test'
import base from '../../playwright.config'

export default defineConfig(base, {
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: '../global-setup.ts',
  reporter: 'list',
  // Otherwise the edges of rounded corners depend on what was on screen before.
  use: {
    launchOptions: {
      ...base.use?.launchOptions,
      args: [...(base.use?.launchOptions?.args ?? []), '--disable-partial-raster'],
    },
  },
  projects: [{ name: 'screenshots' }],
})
