// Records what a presenter shows, for `npm run film` to turn into films: pictures of the page and when each appears, the
// captions, and where the pointer is. Its clock runs with the page, but cuts long waits short, and a pause for reading
// takes no time to record.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Locator, Page } from '@playwright/test'
import type { Input } from '../fixtures/input'

/** 16:9 once the caption bar below it, 120 pixels high, is added. */
export const FILM_SIZE = { width: 1440, height: 690 }
const JPEG_QUALITY = 92
/** Nobody wants to watch a server think, so the film shows at most this much of a wait after a click. */
const LONGEST_WAIT_MS = 1_500
/** Time to see what has changed, before the pointer moves on. */
const LOOK_MS = 450
/** Time to take in what a step has led to. */
const OUTCOME_MS = 2_000
const MOVE_MS = 550
const CLICK_MS = 250
/** About the speed of reading aloud. */
const CHARACTERS_PER_SECOND = 17
const MIN_READING_MS = 2_500

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
  /** Where the pointer moves, when it starts to, and when it presses. */
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
      // The last frames arrive while the page closes.
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
    })
    await session.send('Page.startScreencast', { format: 'jpeg', quality: JPEG_QUALITY })
    return film
  }

  /** Ends the film once the caption has been read. */
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
    this.#readUntilMs = atMs + Math.max(MIN_READING_MS, readingMs)
  }

  /** Holds the picture until the caption has been read. */
  async read(): Promise<void> {
    this.#advance()
    const leftMs = this.#readUntilMs - this.#footage.lengthMs
    if (leftMs > 0) await this.hold(leftMs)
  }

  /** Stays on what a step has led to. */
  async look(): Promise<void> {
    await this.hold(OUTCOME_MS)
  }

  /** Moves the pointer to the target and presses. */
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

  /** Shows a still of the page for this long. */
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

/** The verbs, with a visible pointer. */
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
