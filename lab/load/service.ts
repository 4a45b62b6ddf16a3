// Uses the sandbox's control API to act as the customer in the hosted flow (F1) and as the reviewer (P4).
import { z } from 'zod'
import { exchange } from './wire.ts'

const inquirySchema = z.object({ inquiryId: z.guid(), referenceId: z.string(), status: z.string() })
export type ServiceInquiry = z.infer<typeof inquirySchema>

const inquiriesSchema = z.object({ inquiries: z.array(inquirySchema) })
const deliveriesSchema = z.object({
  deliveries: z.array(z.object({ eventId: z.guid(), state: z.string() })),
})
const tenantsSchema = z.object({ tenants: z.array(z.object({ id: z.string() })) })

/** Every call throws while the sandbox is down. */
export class Service {
  constructor(private readonly url: string) {}

  async liftRateLimits(): Promise<void> {
    const { tenants } = tenantsSchema.parse(await this.#call('GET', 'tenants'))
    for (const { id } of tenants)
      await this.#call('PATCH', `tenants/${id}`, { rateLimitPerMinute: null })
  }

  async getInquiry(inquiryId: string): Promise<ServiceInquiry> {
    return inquirySchema.parse(await this.#call('GET', `inquiries/${inquiryId}`))
  }

  async listInquiries(): Promise<ServiceInquiry[]> {
    return inquiriesSchema.parse(await this.#call('GET', 'inquiries')).inquiries
  }

  /** Ids of the events that the app answered with a 2xx. */
  async listDeliveredEvents(): Promise<string[]> {
    const answer = await this.#call('GET', 'deliveries?state=DELIVERED')
    return deliveriesSchema.parse(answer).deliveries.map(({ eventId }) => eventId)
  }

  async complete(inquiryId: string, outcome: string): Promise<void> {
    await this.#call('POST', `inquiries/${inquiryId}/complete`, { outcome, withoutPictures: true })
  }

  async decide(inquiryId: string, status: string): Promise<void> {
    await this.#call('POST', `inquiries/${inquiryId}/decide`, { status, note: 'A match.' })
  }

  /** Stops the clock. */
  async setClock(at: Date): Promise<void> {
    await this.#call('POST', 'clock/set', { at: at.toISOString() })
  }

  async advanceClock(seconds: number): Promise<void> {
    await this.#call('POST', 'clock/advance', { seconds })
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const { status, text } = await exchange(`${this.url}/sandbox/${path}`, {
      method,
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    if (status >= 300) throw new Error(`${method} /sandbox/${path} answered ${status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
}
