/** A customer's application in a browser, and what the service's reviewer and operator do with it. */
import type { Page } from '@playwright/test'
import { z } from 'zod'

const currentSchema = z.object({ inquiryId: z.guid() })
const tenantsSchema = z.object({ tenants: z.array(z.object({ id: z.string() })) })
const endpointsSchema = z.object({ endpoints: z.array(z.object({ id: z.string() })) })

/** @returns the id of the inquiry */
export async function apply(page: Page): Promise<string> {
  await page.goto('/apply')
  await page.getByRole('radio', { name: 'Everyday account' }).check()
  await page.getByRole('checkbox', { name: /I agree/ }).check()
  await page.getByRole('button', { name: 'Continue to identity check' }).click()
  await page.getByRole('heading', { name: 'Verify your identity' }).waitFor()
  const current = await page.request.get('/api/inquiries/current')
  return currentSchema.parse(await current.json()).inquiryId
}

export class Service {
  constructor(private readonly url: string) {}

  async liftRateLimits(): Promise<void> {
    for (const id of await this.#tenants())
      await this.#call('PATCH', `tenants/${id}`, { rateLimitPerMinute: null })
  }

  /** From then on the merchant refuses every delivery, because it doesn't have the new secret. */
  async rotateSecrets(): Promise<void> {
    for (const tenant of await this.#tenants()) {
      const list = endpointsSchema.parse(await this.#call('GET', `tenants/${tenant}/endpoints`))
      for (const { id } of list.endpoints) await this.post(`endpoints/${id}/rotate`, {})
    }
  }

  post = (path: string, body: object): Promise<unknown> => this.#call('POST', path, body)

  async #tenants(): Promise<string[]> {
    const { tenants } = tenantsSchema.parse(await this.#call('GET', 'tenants'))
    return tenants.map(({ id }) => id)
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.url}/sandbox/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} /sandbox/${path} answered ${answer.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
}
