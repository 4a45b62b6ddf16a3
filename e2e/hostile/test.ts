// The fixtures of the hostile stories: the built app with its own database, against a service that the story scripts.
import { test as base, expect } from '@playwright/test'
import { Customer } from '../fixtures/customer'
import { type DeliveryAnswer, type DeliveryOptions, deliverEvent } from '../fixtures/deliver'
import { OWN_APP } from '../fixtures/environment'
import type { Event } from '../fixtures/events'
import { App, createDatabase, createTemplate } from './app'
import { ScriptedService } from './scripted-service'

export { expect }

export const HOSTILE = { tag: OWN_APP }

interface StoryFixtures {
  /** Overrides the environment of `.env.example`. */
  env: Record<string, string>
  service: ScriptedService
  app: App
  deliver: (event: Event, options?: DeliveryOptions) => Promise<DeliveryAnswer>
  /** A customer who hasn't applied yet. */
  newCustomer: () => Promise<Customer>
  /** A customer whose inquiry is open, and its id. */
  newApplicant: () => Promise<{ customer: Customer; inquiryId: string }>
}

interface WorkerFixtures {
  /** The database that each story gets a copy of. */
  templateUrl: string
}

export const test = base.extend<StoryFixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  templateUrl: [async ({}, use) => use(await createTemplate()), { scope: 'worker' }],
  env: [{ VERIFICATION_CALLS_PER_MINUTE: '100000' }, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  service: async ({}, use) => {
    const service = await ScriptedService.start()
    await use(service)
    service.stop()
  },
  app: async ({ templateUrl, service, env }, use, { status, expectedStatus, attach }) => {
    const app = await App.start(await createDatabase(templateUrl), service.url, env)
    await use(app)
    await app.stop()
    if (status !== expectedStatus) await attach('app.log', { body: app.log })
  },
  deliver: ({ app }, use) => use((event, options) => deliverEvent(app, event, options)),
  newCustomer: async ({ app }, use) => {
    const customers: Customer[] = []
    await use(async () => {
      const customer = await Customer.arrive(app.appUrl)
      customers.push(customer)
      return customer
    })
    for (const customer of customers) await customer.http.dispose()
  },
  newApplicant: ({ newCustomer }, use) =>
    use(async () => {
      const customer = await newCustomer()
      await customer.apply()
      return { customer, inquiryId: await customer.inquiryId() }
    }),
})
