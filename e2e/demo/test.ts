// The stories of a presentation: a demo with its history, and a presenter with a fresh browser.
import { test as base } from '../fixtures/test'
import { startOwnStack, type WorkerApp } from '../fixtures/worker-app'
import { Presenter } from './presenter'

export { expect } from '../fixtures/test'

export const test = base.extend<{ presenter: Presenter }, { app: WorkerApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const app = await startOwnStack({}, true)
      await use(app)
      await app.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  presenter: async ({ newPerson }, use) => {
    const { page, input } = await newPerson()
    await use(new Presenter(page, input))
  },
})
