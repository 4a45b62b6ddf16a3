// The fixtures of the hostile stories: the built app with its own database, against a service that the story scripts.
import { test as base, expect } from '@playwright/test'
import { OWN_APP } from '../fixtures/environment'
import { App } from './app'
import { ScriptedService } from './scripted-service'

export { expect }

export const HOSTILE = { tag: OWN_APP }

interface StoryFixtures {
  /** Overrides the environment of `.env.example`. */
  env: Record<string, string>
  service: ScriptedService
  app: App
}

export const test = base.extend<StoryFixtures>({
  env: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  service: async ({}, use) => {
    const service = await ScriptedService.start()
    await use(service)
    service.stop()
  },
  app: async ({ service, env }, use, testInfo) => {
    const app = await App.start(service.url, env)
    await use(app)
    await app.stop()
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('app.log', { body: app.log })
  },
})
