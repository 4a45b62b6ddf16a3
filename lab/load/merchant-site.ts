// The app as a browser without JavaScript uses it: posts the rendered form with the cookie.
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Answer, exchange } from './exchange.ts'
import { fillForm } from './rendered-form.ts'

const currentSchema = z.object({
  stage: z.string(),
  inquiryId: z.guid().nullable(),
  accountOpened: z.boolean(),
})
export type CurrentInquiry = z.infer<typeof currentSchema>

/** Every customer's note, to search the logs for. */
export const NOTE = 'Please call Ada Crashtest'

/** One customer. Generates the cookie's token itself, so that two requests can use it at the same time. */
export class Customer {
  readonly token = randomBytes(32).toString('base64url')

  /** The customer's key in the app's database. */
  readonly hash = createHash('sha256').update(this.token).digest('hex')

  /** Sends the application form to this instance. @throws unless the app redirects to the next page */
  async apply(instance: string): Promise<void> {
    const page = await this.#fetch(`${instance}/apply`)
    const answer = await this.#fetch(`${instance}/apply`, {
      method: 'POST',
      body: fillForm(page.text, NOTE),
      headers: { origin: instance },
    })
    if (!answer.headers.get('location')?.endsWith('/apply/verify'))
      throw new Error(`The form returned ${answer.status}`)
  }

  /** What the app shows this customer; null if there's no application yet. */
  async current(instance: string): Promise<CurrentInquiry | null> {
    const answer = await this.#fetch(`${instance}/api/inquiries/current`)
    if (answer.status === 404) return null
    return currentSchema.parse(JSON.parse(answer.text))
  }

  #fetch(url: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { ...init.headers, cookie: `applicant=${this.token}` }
    return exchange(url, { ...init, headers, redirect: 'manual' })
  }
}
