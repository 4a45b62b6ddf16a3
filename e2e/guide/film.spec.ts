// Records the film at the top of the README, at an app that the configuration starts: npx playwright test --project=film
// It needs ffmpeg. The film is the presenter's story in 40 seconds: the customer's and the staff's window beside the screen for the room.
import { execFileSync } from 'node:child_process'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test'
import { apply, CONFIRMED, OPENED, press, setUp, showDocuments, takeCheck } from './presenter'

const FILM = 'docs/images/film.webp'
const FILM_MS = 40_000
const MAX_BYTES = 2_000_000
const WINDOW = { width: 960, height: 840 }
const HALF_WIDTH = 720
const FRAMES_PER_SECOND = 8
/** A picture that stays the same is shown no longer than this. */
const LONGEST_MS = 1_800
/** While the room waits, each second of its countdown is a frame. */
const LONGEST_OF_A_COUNTDOWN_MS = 160

/** Photographs two windows until it's stopped. */
class Camera {
  longestMs = LONGEST_MS
  readonly #frames: { ms: number }[] = []
  #isStopped = false
  readonly #done: Promise<void>

  constructor(
    private readonly windows: readonly Page[],
    private readonly folder: string,
  ) {
    mkdirSync(folder, { recursive: true })
    this.#done = this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#done
  }

  async #run(): Promise<void> {
    let last = ''
    while (!this.#isStopped) {
      const startedAt = performance.now()
      const pictures = await this.#photograph()
      const now = pictures.map((picture) => picture.toString('base64')).join()
      if (now !== last && pictures.length === this.windows.length) {
        for (const [index, picture] of pictures.entries())
          writeFileSync(`${this.folder}/${index}-${this.#frames.length}.png`, picture)
        this.#frames.push({ ms: 0 })
        last = now
      }
      const frame = this.#frames.at(-1)
      if (frame) frame.ms = Math.min(frame.ms + performance.now() - startedAt, this.longestMs)
    }
  }

  /** One window after the other. A window that loads its next page has no picture. */
  async #photograph(): Promise<Buffer[]> {
    const pictures: Buffer[] = []
    for (const window of this.windows) {
      const picture = await window.screenshot({ timeout: 1_000 }).catch(() => null)
      if (picture) pictures.push(picture)
    }
    return pictures
  }

  /** Joins the windows side by side, as an animated picture of {@link FILM_MS}. */
  develop(file: string): void {
    const total = this.#frames.reduce((sum, { ms }) => sum + ms, 0)
    const inputs = this.windows.flatMap((_, window) => {
      const list = this.#frames.map(
        ({ ms }, index) =>
          `file '${window}-${index}.png'\nduration ${(ms * FILM_MS) / total / 1_000}\n`,
      )
      writeFileSync(`${this.folder}/${window}.txt`, list.join(''))
      return ['-f', 'concat', '-i', `${this.folder}/${window}.txt`]
    })
    const scaled = this.windows.map((_, window) => `[${window}]scale=${HALF_WIDTH}:-2[w${window}]`)
    const joined = `${this.windows.map((_, window) => `[w${window}]`).join('')}hstack,fps=${FRAMES_PER_SECOND}`
    const filter = ['-filter_complex', [...scaled, joined].join(';')]
    const encoder = ['-c:v', 'libwebp_anim', '-quality', '75', '-compression_level', '6']
    execFileSync('ffmpeg', [
      '-y',
      '-v',
      'error',
      ...inputs,
      ...filter,
      ...encoder,
      '-loop',
      '0',
      file,
    ])
  }
}

test('the film of the story', async ({ newPage }, testInfo) => {
  const { guide, stage, room, is } = await setUp(() =>
    newPage({ viewport: WINDOW, reducedMotion: 'no-preference' }),
  )
  for (const window of [stage, room]) await window.setViewportSize(WINDOW)
  await guide.getByRole('combobox', { name: 'Ending' }).selectOption('review')
  await press(guide, /^Start with an outage/)
  await is('The promise')
  const camera = new Camera([stage, room], testInfo.outputPath('film'))
  /** Gives the viewer time to read. */
  const linger = () => guide.waitForTimeout(LONGEST_MS)

  await linger()
  await press(guide, /^Go on/)
  await press(guide, /^Take the service down/)
  await apply(stage)
  await is('Recovery')
  await linger()
  await press(guide, /^Bring the service back/)
  await is('The check')
  await linger()
  await takeCheck(stage)
  await is('Review')
  await linger()
  await press(guide, /^Show the case at the service/)
  await press(guide, /^Find the case/)
  await showDocuments(stage)
  await is('Approved, and the message is lost')
  await linger()
  await press(guide, /^Lose the next message/)
  await stage.getByRole('button', { name: /^Approve/ }).click()
  await is('The account opens anyway')
  await press(guide, /^Return to the customer/)
  await linger()
  camera.longestMs = LONGEST_OF_A_COUNTDOWN_MS
  await expect(stage.getByText(OPENED)).toBeVisible(CONFIRMED)
  camera.longestMs = LONGEST_MS
  await linger()
  await press(guide, /^Open the audit trail/)
  await press(guide, /^Go on/)
  await expect(room.getByRole('definition').first()).toBeVisible()
  await linger()
  await linger()
  await camera.stop()
  camera.develop(FILM)
  expect(statSync(FILM).size).toBeLessThan(MAX_BYTES)
})
