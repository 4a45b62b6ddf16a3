// A customer whose browser has no JavaScript: posts the form that a page shows, with the cookie.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { z } from 'zod'
import { filledFormData } from '../../e2e/fixtures/application-form.ts'
import { type Answer, type ExchangeOptions, exchange } from './wire.ts'

const currentSchema = z.object({
  stage: z.string(),
  inquiryId: z.guid().nullable(),
  accountOpened: z.boolean(),
})
export type CurrentInquiry = z.infer<typeof currentSchema>

/** Every customer's note. The verdict searches the logs for it. */
export const NOTE = 'Please call Ada Crashtest'

export class Customer {
  /** Created here instead of by the app, so that two requests can use it at the same time. */
  readonly token = randomBytes(32).toString('base64url')
  /** The customer's key in the app's database. */
  readonly hash = createHash('sha256').update(this.token).digest('hex')
  /** Every customer has their own address, because the app limits applications per address. */
  readonly #address = `10.${[randomInt(256), randomInt(256), randomInt(256)].join('.')}`

  /** @returns the HTML of the page with the form */
  async openForm(site: string): Promise<string> {
    const page = await this.#exchange(`${site}/apply`)
    if (!page.text.includes('$ACTION')) throw new Error(`The page has no form: ${page.status}`)
    return page.text
  }

  /** @throws unless the app redirects to the next page */
  async sendForm(site: string, page: string): Promise<void> {
    const { status, headers } = await this.#exchange(`${site}/apply`, {
      method: 'POST',
      body: filledFormData(page, { note: NOTE }),
      headers: { origin: site },
    })
    if (!headers.get('location')?.endsWith('/apply/verify'))
      throw new Error(`The form was answered with ${status}`)
  }

  /** What the app shows this customer; null if there is no application yet. */
  async current(site: string): Promise<CurrentInquiry | null> {
    const answer = await this.#exchange(`${site}/api/inquiries/current`, {}, { expected: [404] })
    if (answer.status === 404) return null
    return currentSchema.parse(JSON.parse(answer.text))
  }

  #exchange(url: string, init: RequestInit = {}, options?: ExchangeOptions): Promise<Answer> {
    const headers = {
      ...init.headers,
      cookie: `applicant=${this.token}`,
      'x-forwarded-for': this.#address,
    }
    return exchange(url, { ...init, headers }, options)
  }
}
