// A customer who needs no browser: the application form by HTTP, and what the app tells them.
import { type APIRequestContext, request } from '@playwright/test'
import { z } from 'zod'
import { filledFormData } from '../fixtures/application-form'
import { callAction } from '../fixtures/server-actions'

const currentSchema = z.object({
  stage: z.string(),
  inquiryId: z.guid().nullable(),
  accountOpened: z.boolean(),
})

export class Customer {
  /** The form is the same for every customer, so it's fetched once. */
  static #formPage: Promise<string> | undefined

  private constructor(private readonly browser: APIRequestContext) {}

  static async arrive(appUrl: string): Promise<Customer> {
    return new Customer(await request.newContext({ baseURL: appUrl }))
  }

  /** Looks at the application form, and is a known customer from then on. */
  async look(): Promise<void> {
    await this.browser.get('/apply')
  }

  /** Sends the application form. */
  async apply(): Promise<void> {
    Customer.#formPage ??= this.browser.get('/apply').then((page) => page.text())
    await callAction(this.browser, {
      action: 'app/apply/actions.ts#openInquiryAction',
      page: '/apply',
      args: [null, filledFormData(await Customer.#formPage)],
    })
  }

  /** Says that they came back from the hosted flow. */
  async returnFromFlow(): Promise<void> {
    await callAction(this.browser, {
      action: 'app/apply/actions.ts#flowReturnedAction',
      page: '/apply/verify',
      args: [],
    })
  }

  /** What the app tells this customer. */
  async current(): Promise<z.infer<typeof currentSchema>> {
    const response = await this.browser.get('/api/inquiries/current')
    return currentSchema.parse(await response.json())
  }

  async stage(): Promise<string> {
    return (await this.current()).stage
  }

  async leave(): Promise<void> {
    await this.browser.dispose()
  }
}
