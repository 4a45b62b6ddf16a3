// Signed deliveries (W1–W5).
import { createHmac } from 'node:crypto'
import { dataOf, type Endpoint, eventOf, type OwnTenant } from '../control.ts'
import { DAY_S, demand, Unreachable } from '../expectations.ts'
import { newReference, openedId } from '../merchant.ts'
import type { Delivery } from '../receiver.ts'
import { check, type Run } from '../run.ts'

/** N16: both secrets may sign for a while, but surely no longer than 90 days. */
export const LONG_AFTER_ROTATION_S = 90 * DAY_S
/** W4: the complete header value. */
const SIGNATURE = /^sha256=[0-9a-f]{64}$/i

const PREFIX = 'whsec_'
const KEY_FORMS: Readonly<Record<string, (secret: string) => string | Buffer>> = {
  "the secret's UTF-8 bytes, with its prefix": (secret) => secret,
  'without its prefix': (secret) => secret.slice(PREFIX.length),
  'base64-decoded, without its prefix': (secret) =>
    Buffer.from(secret.slice(PREFIX.length), 'base64'),
}

export const DELIVERIES = [
  check(
    'W1',
    'each endpoint has its own whsec_ secret, shown once; after a rotation the new one is used',
    async (run) => {
      if (!run.tenant) {
        await run.part('the form of the secret', async () => {
          const secret = run.options['webhook-secret']
          if (secret === undefined)
            throw new Unreachable('set VERIFICATION_WEBHOOK_SECRET in the environment')
          demand(secret.startsWith(PREFIX), 'the secret does not begin with whsec_')
        })
      }
      await run.part('endpoints of two tenants', async () => {
        const [tenant, other] = [await run.createTenant(), await run.createTenant()]
        const second = await tenant.registerEndpoint()
        const endpoints = [tenant.endpoint, second, other.endpoint]
        const arePrefixed = endpoints.every(({ secret }) => secret.startsWith(PREFIX))
        demand(arePrefixed, 'a secret without whsec_')
        expectDistinct(endpoints, 'two endpoints share a secret')
        await tenant.approve()
        for (const endpoint of [tenant.endpoint, second]) {
          const deliveries = await tenant.delivered(1, endpoint)
          expectSigned(deliveries, endpoint, "not signed with the endpoint's own secret")
        }
        await tenant.renew(tenant.endpoint, 'rotate')
        for (const each of [tenant, other]) await each.approve()
        const changed = "one endpoint's rotation changes another's secret"
        expectSigned(await tenant.delivered(2, second), second, changed)
        expectSigned(await other.delivered(), other.endpoint, changed)
      })
      for (const how of ['rotate', 'recreate'] as const) {
        await run.part(`the new secret after ${how}`, async () => {
          const tenant = await run.createTenant()
          const old = tenant.endpoint
          const renewed = await tenant.renew(old, how)
          demand(renewed.secret !== old.secret, `${how} returns the same secret`)
          tenant.failNext(3)
          await tenant.approve()
          // N16: both secrets may take turns. Without a retry (N8), the new secret may not have signed yet.
          if (!(await awaitRetries(tenant)) && how === 'rotate') await approveLongAfter(tenant)
          expectNewSecret(run, await tenant.arrived(), { old, renewed, how })
        })
      }
      await run.also('two endpoints at one URL, whoever registered the other', async () => {
        const [tenant, other] = [await run.createTenant(), await run.createTenant()]
        const { path } = tenant.endpoint
        const foreign = await other.tryEndpointAt(path)
        await tenant.removeEndpoint(tenant.endpoint)
        const again = await tenant.tryEndpointAt(path)
        // A service may refuse a URL that it already knows.
        const endpoints = [tenant.endpoint, foreign, again].filter((each) => each !== null)
        expectDistinct(endpoints, 'endpoints at one URL share a secret')
      })
      await run.own('the list of endpoints', async (tenant) => {
        const { text } = await tenant.list('endpoints')
        demand(text.includes(tenant.endpoint.id), 'the list of endpoints lacks one')
        demand(!text.includes(tenant.endpoint.secret), 'the list of endpoints shows a secret again')
      })
      await run.own('long after two rotations', async (tenant) => {
        const newest = await tenant.renew(await tenant.renew(tenant.endpoint, 'rotate'), 'rotate')
        // N16: the previous secret may still sign for a while.
        tenant.failNext(1)
        await approveLongAfter(tenant)
        await tenant.awaitRetry()
        const otherwise = 'an old secret still signs 90 days after a rotation'
        expectSigned(await tenant.delivered(), newest, otherwise)
      })
    },
  ),

  check('W2', "an endpoint's URL is HTTPS", async (run) => {
    const tenant = await run.createTenant()
    for (const url of ['http://merchant.example/events', 'ftp://merchant.example/events']) {
      const { status } = await tenant.tryEndpoint(url)
      demand(status >= 400, `an endpoint at ${url} was registered`)
    }
    const { hostname } = new URL(run.merchant.baseUrl)
    // A service may refuse a host that it can't resolve. It can resolve its own host.
    for (const host of ['merchant.example', 'example.com', hostname, '127.0.0.1']) {
      if ((await tenant.tryEndpoint(`https://${host}/events`)).status < 300) return
    }
    demand(false, 'no endpoint with HTTPS was accepted')
  }),

  check('W3', 'HMAC-SHA256 over the exact bytes, keyed with the secret, hex', async (run) => {
    for (const delivery of await run.deliveries()) {
      const form = keyForm(delivery, delivery.secret)
      demand(form !== null, 'a digest does not match the bytes, keyed with the secret')
      run.observe('N15', form)
    }
    await run.own('a body beyond ASCII', async (tenant) => {
      const opened = await tenant.tryOpen({ referenceId: `é-${newReference()}` })
      // N28: a service may allow only ASCII letters.
      if (opened.status >= 300) return
      await tenant.complete(openedId(opened), 'APPROVED')
      const deliveries = await tenant.delivered()
      expectSigned(
        deliveries,
        tenant.endpoint,
        'the digest of a body beyond ASCII does not match it',
      )
    })
  }),

  check('W4', 'X-Service-Signature: sha256=<hex>', async (run) => {
    for (const delivery of await run.deliveries()) {
      const header = delivery.headers['x-service-signature']
      demand(header !== undefined, 'a delivery without X-Service-Signature')
      demand(SIGNATURE.test(String(header)), 'X-Service-Signature is not sha256= and 64 hex digits')
    }
  }),

  check('W5', 'X-Service-Delivery-Id; Content-Type: application/json', async (run) => {
    for (const delivery of await run.deliveries()) {
      demand(deliveryId(delivery) !== '', 'a delivery without X-Service-Delivery-Id')
      const mediaType = delivery.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
      demand(mediaType === 'application/json', 'a delivery that is not application/json')
    }
    await run.also('different events', async () => {
      // An event may be sent with several ids and times (R3, N30), so identify it by its inquiry and kind.
      const eventOfDelivery = new Map<string, string>()
      for (const delivery of (await run.lives()).deliveries) {
        const event = `${dataOf(delivery).inquiryId} ${eventOf(delivery).type}`
        const isSame = (eventOfDelivery.get(deliveryId(delivery)) ?? event) === event
        demand(isSame, 'two events have the same X-Service-Delivery-Id')
        eventOfDelivery.set(deliveryId(delivery), event)
      }
    })
    await run.own('deliveries to two endpoints', async (tenant) => {
      const second = await tenant.registerEndpoint()
      await tenant.approve()
      const ids = (await tenant.delivered()).map(deliveryId)
      const others = (await tenant.delivered(1, second)).map(deliveryId)
      const areShared = others.some((id) => ids.includes(id))
      if (areShared) run.observe('N11', "shared by an event's deliveries to several endpoints")
    })
  }),
]

/** The form of the key (N15) with which the secret signed these bytes; null if none fits. */
export function keyForm({ headers, bytes }: Delivery, secret: string): string | null {
  // W4 checks the prefix.
  const digest = String(headers['x-service-signature'] ?? '').replace(/^sha256=/, '')
  const signs = ([, key]: [string, (secret: string) => string | Buffer]) =>
    createHmac('sha256', key(secret)).update(bytes).digest('hex') === digest.toLowerCase()
  return Object.entries(KEY_FORMS).find(signs)?.[0] ?? null
}

export function deliveryId({ headers }: Delivery): string {
  return String(headers['x-service-delivery-id'] ?? '')
}

/** Waits for all retries, because two secrets may take turns (N16). @returns whether there were any */
export async function awaitRetries(tenant: OwnTenant): Promise<boolean> {
  const before = (await tenant.arrived()).length
  while (await tenant.awaitRetry());
  return (await tenant.arrived()).length > before
}

async function approveLongAfter(tenant: OwnTenant): Promise<void> {
  await tenant.advance(LONG_AFTER_ROTATION_S)
  await tenant.approve()
}

function expectDistinct(endpoints: readonly Endpoint[], otherwise: string): void {
  const secrets = new Set(endpoints.map(({ secret }) => secret))
  demand(secrets.size === endpoints.length, otherwise)
}

export function expectSigned(
  deliveries: readonly Delivery[],
  by: Endpoint,
  otherwise: string,
): void {
  demand(deliveries.length > 0, 'an endpoint got no event')
  const areSigned = deliveries.every((each) => keyForm(each, by.secret) !== null)
  demand(areSigned, otherwise)
}

/**
 * After a rotation, the new secret must sign, and the old one may sign for a while too (N16). After a recreation, only the new
 * secret may sign.
 */
function expectNewSecret(
  run: Run,
  arrived: readonly Delivery[],
  { old, renewed, how }: { old: Endpoint; renewed: Endpoint; how: string },
): void {
  const signedWith = ({ secret }: Endpoint) =>
    arrived.filter((each) => keyForm(each, secret) !== null).length
  demand(signedWith(renewed) > 0, `the new secret does not sign after ${how}`)
  const allowed = signedWith(renewed) + (how === 'rotate' ? signedWith(old) : 0)
  demand(allowed === arrived.length, `after ${how} a delivery is signed with another secret`)
  if (how !== 'rotate') return
  run.observe('N16', `after ${how}: ${signedWith(old) > 0 ? 'both sign' : 'stops at once'}`)
}
