// The app as a browser without JavaScript uses it: posts the rendered form with the cookie.
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { filledFormData } from '../../e2e/fixtures/application-form.ts'
import { type Answer, exchange } from './exchange.ts'

const HIDDEN_INPUT = /<input type="hidden" name="(\$ACTION[^"]*)"(?: value="([^"]*)")?\/>/g

const currentSchema = z.object({
  stage: z.string(),
  inquiryId: z.guid().nullable(),
  accountOpened: z.boolean(),
})
export type CurrentInquiry = z.infer<typeof currentSchema>

/** Every customer's note, to search the logs for. */
export const NOTE = 'Please call Ada Crashtest'

/** One customer. The cookie's token is made here, so that two requests can use it at the same time. */
export class Customer {
  readonly token = randomBytes(32).toString('base64url')

  /** The customer's key in the app's database. */
  readonly hash = createHash('sha256').update(this.token).digest('hex')

  /** Sends the application form to this instance. @throws unless the app redirects to the next page */
  async apply(instance: string): Promise<void> {
    const page = await this.#fetch(`${instance}/apply`)
    const form = readForm(page.text)
    for (const [name, value] of filledFormData(page.text, { note: NOTE })) form.set(name, value)
    const answer = await this.#fetch(`${instance}/apply`, {
      method: 'POST',
      body: form,
      headers: { origin: instance },
    })
    if (!answer.headers.get('location')?.endsWith('/apply/verify'))
      throw new Error(`The form was answered with ${answer.status}`)
  }

  /** What the app shows this customer; null if it knows no application. */
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

/** The fields that name the form's action. */
function readForm(html: string): FormData {
  const form = new FormData()
  for (const [, name = '', value = ''] of html.matchAll(HIDDEN_INPUT))
    form.set(name, unescapeHtml(value))
  if ([...form.keys()].length === 0) throw new Error('The page has no form')
  return form
}

const unescapeHtml = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
