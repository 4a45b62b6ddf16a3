/** Firefox over WebDriver BiDi, which needs no separate driver. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type Browser, type Frame, NotInstalledError, pressing, typing } from './browser.ts'
import { type EngineProcess, findProgram, startEngine } from './engine-process.ts'

const LISTENING = /WebDriver BiDi listening on (ws:\S+)/
/** Stops Firefox from contacting servers on its own, and asks sites for English. */
const SETTINGS = {
  'app.update.enabled': false,
  'app.normandy.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
  'intl.accept_languages': 'en-GB',
}

const messageSchema = z.object({
  id: z.number().optional(),
  type: z.string(),
  result: z.unknown(),
  message: z.string().optional(),
})
const sessionSchema = z.object({
  capabilities: z.object({ browserName: z.string(), browserVersion: z.string() }),
})
const createdSchema = z.object({ context: z.string() })
const userContextSchema = z.object({ userContext: z.string() })
interface Context {
  context: string
  children: Context[]
}
const contextSchema: z.ZodType<Context> = z.object({
  context: z.string(),
  get children() {
    return z.array(contextSchema)
  },
})
const treeSchema = z.object({ contexts: z.array(contextSchema) })
const evaluatedSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success'), result: z.looseObject({ type: z.string() }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
])
const textSchema = z.object({ type: z.literal('string'), value: z.string() })
const elementSchema = z.object({ type: z.literal('node'), sharedId: z.string() })

export async function startFirefox(): Promise<Browser> {
  const program = findProgram(['firefox-esr', 'firefox'])
  if (!program) throw new NotInstalledError('Firefox: apt-get install firefox-esr')
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const settings = Object.entries(SETTINGS).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), settings.join('\n'))
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile]
  const engine = await startEngine(program, args, { HOME: profile }, async (output) =>
    LISTENING.exec(output),
  )
  return Firefox.connect(`${engine.found[1]}/session`, engine, () =>
    rmSync(profile, { recursive: true, force: true }),
  )
}

class Firefox implements Browser {
  name = 'Firefox'
  #page = ''
  #visitor = ''
  #lastId = 0
  readonly #waiting = new Map<number, (message: z.infer<typeof messageSchema>) => void>()

  private constructor(
    private readonly socket: WebSocket,
    private readonly engine: EngineProcess,
    private readonly cleanUp: () => void,
  ) {
    socket.addEventListener('message', ({ data }) => {
      const message = messageSchema.parse(JSON.parse(String(data)))
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message)
    })
  }

  static async connect(url: string, engine: EngineProcess, cleanUp: () => void): Promise<Firefox> {
    const socket = new WebSocket(url)
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', reject)
    })
    const firefox = new Firefox(socket, engine, cleanUp)
    const { capabilities } = sessionSchema.parse(
      await firefox.#call('session.new', { capabilities: {} }),
    )
    firefox.name = `Firefox ${capabilities.browserVersion}`
    await firefox.forget()
    return firefox
  }

  async forget(): Promise<void> {
    if (this.#visitor) await this.#call('browser.removeUserContext', { userContext: this.#visitor })
    const { userContext } = userContextSchema.parse(await this.#call('browser.createUserContext'))
    this.#visitor = userContext
    const tab = await this.#call('browsingContext.create', { type: 'tab', userContext })
    this.#page = createdSchema.parse(tab).context
  }

  async open(url: string): Promise<void> {
    await this.#call('browsingContext.navigate', { context: this.#page, url, wait: 'complete' })
  }

  async run(body: string, args: readonly unknown[], frame: Frame): Promise<unknown> {
    const found = await this.#evaluate(`JSON.stringify((() => {${body}})() ?? null)`, args, frame)
    return JSON.parse(textSchema.parse(found.result).value)
  }

  async press(body: string, args: readonly unknown[], frame: Frame): Promise<void> {
    const { context, result } = await this.#evaluate(`(() => {${body}})()`, args, frame)
    const { sharedId } = elementSchema.parse(result)
    const origin = { type: 'element', element: { sharedId } }
    await this.#perform(context, pressing(origin))
  }

  async type(text: string, frame: Frame): Promise<void> {
    await this.#perform(await this.#contextOf(frame), typing(text))
  }

  async close(): Promise<void> {
    this.socket.close()
    await this.engine.stop()
    this.cleanUp()
  }

  async #evaluate(expression: string, args: readonly unknown[], frame: Frame) {
    const context = await this.#contextOf(frame)
    const answer = evaluatedSchema.parse(
      await this.#call('script.callFunction', {
        functionDeclaration: `() => { const args = ${JSON.stringify(args)}; return ${expression} }`,
        awaitPromise: false,
        target: { context },
      }),
    )
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
    return { context, result: answer.result }
  }

  async #contextOf(frame: Frame): Promise<string> {
    if (frame === null) return this.#page
    const { contexts } = treeSchema.parse(
      await this.#call('browsingContext.getTree', { root: this.#page }),
    )
    // The stories' pages have only one frame.
    const child = contexts[0]?.children[0]
    if (!child) throw new Error(`There is no frame "${frame}"`)
    return child.context
  }

  #perform(context: string, source: object): Promise<unknown> {
    return this.#call('input.performActions', { context, actions: [source] })
  }

  async #call(method: string, params: object = {}): Promise<unknown> {
    this.#lastId += 1
    const id = this.#lastId
    const { type, result, message } = await new Promise<z.infer<typeof messageSchema>>(
      (resolve) => {
        this.#waiting.set(id, resolve)
        this.socket.send(JSON.stringify({ id, method, params }))
      },
    )
    this.#waiting.delete(id)
    if (type === 'error') throw new Error(`${method}: ${message}`)
    return result
  }
}
