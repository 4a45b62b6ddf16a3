// Webhooks: W1–W10.
import { z } from 'zod'
import { clause, demand, Unreachable } from '../clause.ts'
import { dataOf, eventOf, NotDelivered, type SignedDelivery, STATUS_OF_KIND } from '../events.ts'
import { dateTimeSchema, expectShape, uuidSchema } from '../expectations.ts'
import { open, read } from '../inquiries.ts'
import { ALL_KINDS, type OwnTenant, USUAL_DEFINITION } from '../sandbox-control.ts'
import { keyForm, SIGNATURE } from '../signature.ts'
import type { Trial } from '../trial.ts'

const CAPABILITIES = ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH']

const envelopeSchema = z.object({
  id: uuidSchema,
  type: z.string().min(1),
  createdAt: dateTimeSchema,
  data: z.record(z.string(), z.unknown()),
})
const approvedSchema = z.object({
  inquiryId: uuidSchema,
  referenceId: z.string(),
  status: z.literal('APPROVED'),
  approvedAt: dateTimeSchema,
  correlationId: uuidSchema,
  succeededCapabilities: z.array(z.enum(CAPABILITIES)),
})

export const WEBHOOKS = [
  clause(
    'W1',
    'each endpoint has its own whsec_ secret; after a rotation the new one signs',
    async (trial) => {
      const { webhookSecret, control } = trial.stage
      if (!control) {
        await trial.part('the form of the secret', async () => {
          if (webhookSecret === null) throw new Unreachable('give it with --webhook-secret')
          demand(webhookSecret.startsWith('whsec_'), 'the secret does not begin with whsec_')
        })
      }
      await trial.part('two endpoints', async () => {
        const tenant = await trial.ownTenant({ receives: true })
        const first = tenant.endpoint
        const second = await tenant.registerEndpoint()
        const secrets = [first.secret, second.secret]
        demand(
          secrets.every((each) => each.startsWith('whsec_')),
          'a secret without whsec_',
        )
        demand(first.secret !== second.secret, 'two endpoints share a secret')
        await approve(tenant)
        for (const endpoint of [first, second]) {
          const [delivery] = await tenant.delivered(endpoint)
          demand(delivery !== undefined, 'an endpoint got no event')
          demand(
            keyForm(delivery, endpoint.secret) !== null,
            "not signed with the endpoint's secret",
          )
        }
      })
      for (const how of ['rotate', 'recreate'] as const) {
        await trial.part(`the new secret after ${how}`, async () => {
          const tenant = await trial.ownTenant({ receives: true })
          const old = tenant.endpoint
          const renewed = await tenant.renew(old, how)
          demand(renewed.secret !== old.secret, `${how} gives the same secret`)
          tenant.answerWith(500)
          await approve(tenant)
          // N16 leaves open whether the old secret signs for a while, but not that the new one does.
          await tenant.advance(10)
          const arrived = await tenant.delivered()
          const news = arrived.filter((each) => keyForm(each, renewed.secret) !== null)
          const olds = arrived.filter((each) => keyForm(each, old.secret) !== null)
          demand(news.length > 0, `the new secret does not sign after ${how}`)
          trial.observe('N16', `after ${how}: ${olds.length > 0 ? 'both sign' : 'stops at once'}`)
        })
      }
    },
  ),

  clause('W2', "an endpoint's URL is HTTPS", async (trial) => {
    const tenant = await trial.ownTenant()
    for (const url of ['http://merchant.example/events', 'ftp://merchant.example/events']) {
      const { status } = await tenant.tryEndpoint(url)
      demand(status >= 400, `an endpoint at ${url} was registered`)
    }
    const { status } = await tenant.tryEndpoint('https://merchant.example/events')
    demand(status < 300, `an endpoint with HTTPS was refused: ${status}`)
  }),

  clause('W3', 'HMAC-SHA256 over the exact bytes, keyed with the secret, hex', async (trial) => {
    for (const kind of ALL_KINDS) {
      await trial.part(kind, async () => {
        const { delivery, secret } = await trial.events.delivered(kind)
        const form = keyForm(delivery, secret)
        demand(form !== null, `${kind}: the digest is not that of the bytes, keyed with the secret`)
        trial.observe('N15', form)
      })
    }
  }),

  clause('W4', 'X-Service-Signature: sha256=<hex>', async (trial) => {
    const { delivery } = await trial.events.any()
    const header = delivery.headers['x-service-signature']
    demand(header !== undefined, 'an event without X-Service-Signature')
    demand(SIGNATURE.test(String(header)), 'X-Service-Signature is not sha256= and 64 hex digits')
  }),

  clause('W5', 'X-Service-Delivery-Id; Content-Type: application/json', async (trial) => {
    const { delivery } = await trial.events.any()
    const { headers } = delivery
    demand(Boolean(headers['x-service-delivery-id']), 'an event without X-Service-Delivery-Id')
    const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
    demand(mediaType === 'application/json', 'an event that is not application/json')
  }),

  clause('W6', 'envelope: id, type, createdAt, data', async (trial) => {
    for (const kind of ALL_KINDS) {
      await trial.part(kind, async () => {
        const { delivery } = await trial.events.delivered(kind)
        expectShape(envelopeSchema, eventOf(delivery), kind)
      })
    }
  }),

  clause('W7', `kinds: ${ALL_KINDS.join(', ')}`, async (trial) => {
    for (const kind of ALL_KINDS) {
      await trial.part(kind, async () => {
        const { delivery, tenant, inquiryId } = await arrived(trial, kind)
        trial.observe('N12', `${kind}: ${Object.keys(dataOf(delivery)).join(', ')}`)
        const status = tenant && (await read(tenant.merchant, inquiryId)).status
        const decided = status === STATUS_OF_KIND[kind]
        if (status)
          trial.observe('N6', decided ? 'before its event, or with it' : 'after its event')
      })
    }
    await trial.part('no other kind', async () => {
      const tenant = await trial.ownTenant({ receives: true })
      for (const outcome of ['FAILED', 'COMPLETED', 'DECLINED']) {
        await tenant.complete(await open(tenant.merchant), outcome)
      }
      for (const delivery of await tenant.delivered()) {
        const kind = String(eventOf(delivery).type)
        if (!ALL_KINDS.includes(kind)) trial.observe('N13', `sent: ${kind}`)
        demand(ALL_KINDS.includes(kind), 'an event of a kind that the contract lacks')
      }
      trial.observe('N13', 'not sent')
    })
  }),

  clause('W8', 'only kinds in definition.webhooks.subscribe are delivered', async (trial) => {
    for (const [name, subscribe] of [
      ['one kind', ['inquiry.declined']],
      ['no list', null],
    ] as const) {
      await trial.part(name, async () => {
        const { steps } = USUAL_DEFINITION
        const definition = subscribe
          ? { steps, webhooks: { subscribe: [...subscribe] } }
          : { steps }
        const tenant = await trial.ownTenant({ receives: true, definition })
        for (const outcome of ['APPROVED', 'NEEDS_REVIEW', 'DECLINED']) {
          await tenant.complete(await open(tenant.merchant), outcome)
        }
        const kinds = (await tenant.delivered()).map((each) => eventOf(each).type).join(', ')
        const expected = subscribe?.join(', ') ?? ''
        demand(
          kinds === expected,
          `${name}: expected ${expected || 'none'}, got ${kinds || 'none'}`,
        )
      })
    }
  }),

  clause('W9', 'data of inquiry.approved', async (trial) => {
    const { delivery, tenant, inquiryId } = await trial.events.delivered('inquiry.approved')
    const data = expectShape(approvedSchema, dataOf(delivery), 'data of inquiry.approved')
    demand(data.inquiryId === inquiryId, 'inquiry.approved: another inquiryId')
    if (!tenant) return
    const { referenceId } = await read(tenant.merchant, inquiryId)
    demand(data.referenceId === referenceId, 'inquiry.approved: another referenceId')
    const succeeded = data.succeededCapabilities.toSorted().join(', ')
    const expected = CAPABILITIES.toSorted().join(', ')
    demand(succeeded === expected, `inquiry.approved: succeededCapabilities are ${succeeded}`)
  }),

  clause('W10', 'a receiver verifies the raw bytes, digest with digest', async () => {
    throw new Unreachable('it binds the receiver, not the service: the receiver battery walks it')
  }),
]

/** The event of a kind; that a subscribed one does not come at all is what W7 has to tell. */
async function arrived(trial: Trial, kind: string): Promise<SignedDelivery> {
  try {
    return await trial.events.delivered(kind)
  } catch (error) {
    demand(!(error instanceof NotDelivered && trial.stage.control), `no ${kind} arrived`)
    throw error
  }
}

/** Returns after the first attempt: a clock that moves before it would move the retry as well. */
async function approve(tenant: OwnTenant): Promise<void> {
  await tenant.complete(await open(tenant.merchant), 'APPROVED')
  await tenant.delivered()
}
