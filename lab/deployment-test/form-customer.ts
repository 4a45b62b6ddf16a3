// A customer without JavaScript, who posts the form that the page showed, whichever build rendered it.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { fillForm } from '../load/rendered-form.ts'
import type { Call } from './client.ts'

/** While two builds take turns, each attempt has an even chance of reaching the one that doesn't know the form. */
const SENDS_FOR_MS = 20_000
const BEFORE_NEXT_SEND_MS = 250

export class FormCustomer {
  readonly token = randomBytes(32).toString('base64url')
  /** The customer's key in the app's database. */
  readonly hash = createHash('sha256').update(this.token).digest('hex')
  /** Part of every page that keeps the input. */
  readonly note = `Please call about ${randomUUID().slice(0, 8)}`
  /** How often the page asked to send the form again. */
  asked = 0
  #page = ''

  constructor(
    private readonly url: string,
    private readonly call: Call,
  ) {}

  async openForm(): Promise<void> {
    const page = await this.call(`${this.url}/apply`, { headers: this.#headers() })
    if (page.status !== 200) throw new Error(`The form page returned ${page.status}`)
    this.#page = page.text
  }

  /** Sends the form until it is accepted. @throws if a page loses what was entered */
  async send({ forgetsConsent = false } = {}): Promise<void> {
    if (forgetsConsent) await this.#expectKept(await this.#post((form) => form.delete('terms')))
    const endsAtMs = Date.now() + SENDS_FOR_MS
    while (Date.now() < endsAtMs) {
      const answer = await this.#post()
      if (answer.status === 303 && answer.headers.location?.endsWith('/apply/verify')) return
      await this.#expectKept(answer)
      this.asked++
      await delay(BEFORE_NEXT_SEND_MS)
    }
    throw new Error(`The form was not accepted within ${SENDS_FOR_MS} ms`)
  }

  /** The stage of the customer's application; null without one. */
  async stage(): Promise<{ stage: string; inquiryId: string | null } | null> {
    const answer = await this.call(`${this.url}/api/inquiries/current`, {
      headers: this.#headers(),
    })
    if (answer.status === 404) return null
    if (answer.status !== 200) throw new Error(`The status endpoint returned ${answer.status}`)
    return JSON.parse(answer.text)
  }

  async #post(change: (form: FormData) => void = () => {}) {
    const form = fillForm(this.#page, this.note)
    if (!form.get('product')) form.set('product', 'everyday')
    change(form)
    const encoded = new Response(form)
    const body = Buffer.from(await encoded.arrayBuffer())
    return this.call(`${this.url}/apply`, {
      method: 'POST',
      headers: {
        ...this.#headers(),
        origin: this.url,
        'content-type': encoded.headers.get('content-type') ?? '',
        'content-length': String(body.length),
      },
      body,
    })
  }

  async #expectKept({ status, text }: Awaited<ReturnType<Call>>): Promise<void> {
    if (status !== 200 || !text.includes(this.note))
      throw new Error(`The form was lost: ${status} ${text.slice(0, 60)}`)
    this.#page = text
  }

  #headers = () => ({ cookie: `__Host-applicant=${this.token}` })
}
