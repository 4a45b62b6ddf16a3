// Fixtures for the stories of a presentation: a demo with its history, and a presenter with a fresh browser.
import { join } from 'node:path'
import { environment } from '../fixtures/environment'
import { test as base } from '../fixtures/test'
import { joinSharedStack, startOwnStack, type WorkerApp } from '../fixtures/worker-app'
import { FILM_SIZE, Film, filmedInput } from './film'
import { Presenter } from './presenter'

export { expect } from '../fixtures/test'

export const test = base.extend<{ presenter: Presenter }, { app: WorkerApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      // A demo that's already running is used as is, which takes only seconds.
      const app = environment.APP_URL ? await joinSharedStack(0) : await startOwnStack({}, true)
      await use(app)
      await app.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  presenter: async ({ newPerson }, use, { title }) => {
    const folder = process.env.FILM_DIR
    const { page, input } = await newPerson(folder ? { viewport: FILM_SIZE } : {})
    if (!folder) return use(new Presenter(page, input))
    const film = await Film.start(page, join(folder, title.replace(/\W+/g, '-')), title)
    await use(new Presenter(page, filmedInput(film, input), film))
    await film.end()
  },
})
