// Records what a presenter shows: pictures of the page with the time at which each appears, the captions and where the
// pointer is. Its clock runs with the page, but a wait is cut short and a pause for reading takes no time to record. For
// `npm run film`, which makes the films from it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Locator, Page } from '@playwright/test'
import type { Input } from '../fixtures/input'

/** With the bar for the captions below, which is 120 pixels high, this is 16:9. */
export const FILM_SIZE = { width: 1440, height: 690 }
const JPEG_QUALITY = 92
/** Nobody wants to watch a server think, so of what follows a click the film shows this much at most. */
const LONGEST_WAIT_MS = 1_500
/** Time to see what has changed, before the pointer leaves. */
const LOOK_MS = 450
const MOVE_MS = 550
const CLICK_MS = 250
/** Reading aloud takes about as long. */
const CHARACTERS_PER_SECOND = 17
const LEAST_READING_MS = 2_500

interface Point {
  x: number
  y: number
}
export interface Footage {
  title: string
  /** Milliseconds since 1970. */
  startedAt: number
  lengthMs: number
  frames: { file: string; atMs: number }[]
  captions: { atMs: number; heading: string; text: string }[]
  /** When the pointer starts to move there, and when it presses. */
  pointer: (Point & { atMs: number; pressedAtMs: number })[]
}

export class Film {
  #session: CDPSession | undefined
  #realMs = 0
  #waitedMs = 0
  #readUntilMs = 0
  readonly #footage: Footage

  private constructor(
    private readonly page: Page,
    private readonly folder: string,
    title: string,
  ) {
    this.#footage = {
      title,
      startedAt: Date.now(),
      lengthMs: 0,
      frames: [],
      captions: [],
      pointer: [],
    }
  }

  static async start(page: Page, folder: string, title: string): Promise<Film> {
    mkdirSync(folder, { recursive: true })
    const film = new Film(page, folder, title)
    const session = await page.context().newCDPSession(page)
    film.#session = session
    film.#realMs = performance.now()
    session.on('Page.screencastFrame', ({ data, sessionId }) => {
      film.#add(Buffer.from(data, 'base64'))
      // The last ones come while the page closes.
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
    })
    await session.send('Page.startScreencast', { format: 'jpeg', quality: JPEG_QUALITY })
    return film
  }

  /** Ends when the caption has been read. */
  async end(): Promise<void> {
    await this.read()
    await this.hold(LOOK_MS)
    await this.#session?.detach()
    writeFileSync(join(this.folder, 'footage.json'), JSON.stringify(this.#footage))
  }

  caption(heading: string, text: string): void {
    this.#advance()
    const atMs = this.#footage.lengthMs
    this.#footage.captions.push({ atMs, heading, text })
    const readingMs = (text.length / CHARACTERS_PER_SECOND) * 1_000
    this.#readUntilMs = atMs + Math.max(LEAST_READING_MS, readingMs)
  }

  /** Leaves the picture until the caption has been read. */
  async read(): Promise<void> {
    this.#advance()
    const leftMs = this.#readUntilMs - this.#footage.lengthMs
    if (leftMs > 0) await this.hold(leftMs)
  }

  /** Moves the pointer there and presses. */
  async pointAt(target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (!box) return
    await this.hold(LOOK_MS)
    const atMs = this.#footage.lengthMs
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    this.#footage.pointer.push({ ...point, atMs, pressedAtMs: atMs + MOVE_MS })
    this.#footage.lengthMs += MOVE_MS + CLICK_MS
  }

  /** A still of the page, for as long as this. */
  async hold(ms: number): Promise<void> {
    this.#add(await this.page.screenshot({ type: 'jpeg', quality: JPEG_QUALITY, caret: 'initial' }))
    this.#footage.lengthMs += ms
    this.#realMs = performance.now()
    this.#waitedMs = 0
  }

  #advance(): void {
    const now = performance.now()
    const passedMs = Math.min(now - this.#realMs, LONGEST_WAIT_MS - this.#waitedMs)
    this.#realMs = now
    this.#waitedMs += passedMs
    this.#footage.lengthMs += passedMs
  }

  #add(jpeg: Buffer): void {
    this.#advance()
    const file = `${this.#footage.frames.length}.jpg`
    writeFileSync(join(this.folder, file), jpeg)
    this.#footage.frames.push({ file, atMs: this.#footage.lengthMs })
  }
}

/** The verbs, with a pointer that can be seen. */
export const filmedInput = (film: Film, input: Input): Input => ({
  press: async (target) => {
    await film.pointAt(target)
    await input.press(target)
  },
  pressTwice: async (target) => {
    await film.pointAt(target)
    await input.pressTwice(target)
  },
  type: async (target, text) => {
    await film.pointAt(target)
    await input.type(target, text)
  },
  tick: async (target) => {
    await film.pointAt(target)
    await input.tick(target)
  },
  choose: async (radio) => {
    await film.pointAt(radio)
    await input.choose(radio)
  },
  select: async (list, option) => {
    await film.pointAt(list)
    await input.select(list, option)
  },
  pick: async (entry) => {
    await film.pointAt(entry)
    await input.pick(entry)
  },
})
