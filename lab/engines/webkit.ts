/** WebKitGTK's MiniBrowser over WebDriver. It needs a display, or Xvfb if there is none. */
import { z } from 'zod'
import { findFreePort } from '../../scripts/ports.ts'
import { type Browser, type Frame, NotInstalledError, pressing, typing } from './browser.ts'
import { type EngineProcess, findProgram, startEngine } from './engine-process.ts'

/** Its folder depends on the architecture and on the library's API version. */
const MINI_BROWSER = ['4.1', '6.0', '4.0'].flatMap((version) =>
  ['x86_64', 'aarch64'].map(
    (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
  ),
)
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

const sessionSchema = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserVersion: z.string() }),
})
const elementSchema = z.object({ [ELEMENT]: z.string() })
const errorSchema = z.object({ error: z.string(), message: z.string() })

export async function startWebKit(): Promise<Browser> {
  const driver = findProgram(['WebKitWebDriver'])
  const binary = findProgram(MINI_BROWSER)
  if (!driver || !binary)
    throw new NotInstalledError('WebKitGTK: apt-get install webkit2gtk-driver')
  const xvfb = findProgram(['xvfb-run'])
  const hasDisplay = Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
  if (!hasDisplay && !xvfb)
    throw new NotInstalledError('WebKitGTK needs a display: apt-get install xvfb')
  const port = await findFreePort()
  const call = [driver, `--port=${port}`]
  const [program = driver, ...args] = hasDisplay || !xvfb ? call : [xvfb, '-a', ...call]
  const url = `http://127.0.0.1:${port}`
  const language = { LANGUAGE: 'en_GB', LANG: 'en_GB.UTF-8' }
  const isReady = async () => (await fetch(`${url}/status`)).ok || null
  const engine = await startEngine(program, args, language, isReady)
  const webkit = new WebKit(url, binary, engine)
  await webkit.forget()
  return webkit
}

class WebKit implements Browser {
  name = 'WebKitGTK'
  #session = ''

  constructor(
    private readonly url: string,
    private readonly binary: string,
    private readonly engine: EngineProcess,
  ) {}

  /** Each session has a new profile. */
  async forget(): Promise<void> {
    if (this.#session) await this.#call('DELETE', '')
    this.#session = ''
    const options = { binary: this.binary, args: ['--automation'] }
    const created = await this.#call('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    })
    const { sessionId, capabilities } = sessionSchema.parse(created)
    this.#session = `/session/${sessionId}`
    this.name = `WebKitGTK ${capabilities.browserVersion}`
  }

  async open(url: string): Promise<void> {
    await this.#call('POST', '/frame', { id: null })
    await this.#call('POST', '/url', { url })
  }

  async run(body: string, args: readonly unknown[], frame: Frame): Promise<unknown> {
    return this.#evaluate(body, args, frame)
  }

  async press(body: string, args: readonly unknown[], frame: Frame): Promise<void> {
    const origin = elementSchema.parse(await this.#evaluate(body, args, frame))
    await this.#perform(pressing(origin))
  }

  async type(text: string, frame: Frame): Promise<void> {
    await this.#enter(frame)
    await this.#perform(typing(text))
  }

  async close(): Promise<void> {
    if (this.#session) await this.#call('DELETE', '').catch(() => {})
    await this.engine.stop()
  }

  async #evaluate(body: string, args: readonly unknown[], frame: Frame): Promise<unknown> {
    await this.#enter(frame)
    const script = `const args = ${JSON.stringify(args)}; ${body}`
    return this.#call('POST', '/execute/sync', { script, args: [] })
  }

  async #enter(frame: Frame): Promise<void> {
    await this.#call('POST', '/frame', { id: null })
    if (frame === null) return
    const value = `iframe[title="${frame}"]`
    const element = await this.#call('POST', '/element', { using: 'css selector', value })
    await this.#call('POST', '/frame', { id: elementSchema.parse(element) })
  }

  #perform(source: object): Promise<unknown> {
    return this.#call('POST', '/actions', { actions: [source] })
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.url}${this.#session}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = z.object({ value: z.unknown() }).parse(await response.json())
    if (response.ok) return value
    const { error, message } = errorSchema.parse(value)
    throw new Error(`${method} ${path}: ${error}: ${message}`)
  }
}
