// A customer in a real browser, which keeps the page of one build open while the instances are replaced by the next.
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'

const MAX_SENDS = 6
const PATIENCE_MS = 60_000

export class ScriptCustomer {
  asked = 0
  /** Exceptions in the page, and failed responses. */
  readonly faults: string[] = []
  readonly #note = `Please call about ${randomUUID().slice(0, 8)}`

  private constructor(
    private readonly page: Page,
    private readonly url: string,
  ) {}

  static async open(browser: Browser, url: string): Promise<ScriptCustomer> {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB' })
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    const customer = new ScriptCustomer(page, url)
    page.on('pageerror', (error) => customer.faults.push(error.message))
    page.on('response', (response) => {
      const isUnknownAction = response.headers()['x-nextjs-action-not-found'] === '1'
      if (response.status() >= 400 && !isUnknownAction)
        customer.faults.push(`${response.status()} ${new URL(response.url()).pathname}`)
    })
    return customer
  }

  async fillIn(): Promise<void> {
    await this.page.goto(`${this.url}/apply`)
    // The page is ready once React has hydrated the form.
    await this.page.waitForFunction(() => {
      const form = document.querySelector('main form, form')
      return form !== null && Object.keys(form).some((key) => key.startsWith('__react'))
    })
    await this.page.locator('input[type=radio]').first().check()
    await this.page.locator('textarea').first().fill(this.#note)
    await this.page.locator('input[type=checkbox]').first().check()
  }

  /** Sends the form until it is accepted. @throws if the page loses what was entered */
  async send(): Promise<void> {
    for (let sends = 0; sends < MAX_SENDS; sends++) {
      const answered = this.page.waitForEvent('framenavigated')
      await this.page.locator('form:has(textarea) button[type=submit]').click()
      await answered
      await this.page.waitForLoadState('load')
      if (new URL(this.page.url()).pathname === '/apply/verify') return
      const kept = await this.page.locator('textarea').first().inputValue()
      const agreed = await this.page.locator('input[type=checkbox]').first().isChecked()
      if (kept !== this.#note || !agreed)
        throw new Error('The form was shown again without its input')
      this.asked++
    }
    throw new Error(`The form was not accepted in ${MAX_SENDS} attempts`)
  }

  async current(): Promise<{ stage: string; inquiryId: string | null }> {
    const answer = await this.page.request.get(`${this.url}/api/inquiries/current`)
    return answer.json()
  }

  /** Waits until the page shows something else, without a reload. */
  async seesChange(from: string): Promise<void> {
    await this.page.waitForFunction(
      (before) => document.querySelector('main')?.textContent !== before,
      from,
    )
  }

  content = async (): Promise<string> => (await this.page.locator('main').textContent()) ?? ''

  close = () => this.page.context().close()
}
