// Signed deliveries: W1–W5.
import { approve, deliveryId } from '../attempts.ts'
import { clause } from '../clause.ts'
import { dataOf, NotDelivered } from '../events.ts'
import { openedId } from '../inquiries.ts'
import {
  expectNewestSecret,
  expectOwnSecretAtSameUrl,
  expectOwnSecrets,
  expectSecretShownOnce,
} from '../isolation.ts'
import type { Delivery } from '../receiver.ts'
import { ALL_KINDS, type Endpoint, type OwnTenant } from '../sandbox-control.ts'
import { keyForm, SIGNATURE } from '../signature.ts'
import type { Trial } from '../trial.ts'
import { demand, Unreachable } from '../verdict.ts'

/** N16: both secrets may sign "for a while", and 90 days is longer than that. */
const LONG_AFTER_ROTATION_S = 90 * 24 * 60 * 60

export const DELIVERIES = [
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
        const endpoints = [tenant.endpoint, await tenant.registerEndpoint()]
        const secrets = endpoints.map(({ secret }) => secret)
        const arePrefixed = secrets.every((each) => each.startsWith('whsec_'))
        demand(arePrefixed, 'a secret without whsec_')
        demand(new Set(secrets).size === 2, 'two endpoints share a secret')
        await approve(tenant)
        for (const endpoint of endpoints) {
          const [delivery] = await tenant.delivered(1, endpoint)
          demand(delivery !== undefined, 'an endpoint got no event')
          expectSigned(delivery, endpoint, "not signed with the endpoint's own secret")
        }
      })
      for (const how of ['rotate', 'recreate'] as const) {
        await trial.part(`the new secret after ${how}`, async () => {
          const tenant = await trial.ownTenant({ receives: true })
          const old = tenant.endpoint
          const renewed = await tenant.renew(old, how)
          demand(renewed.secret !== old.secret, `${how} returns the same secret`)
          tenant.answerWith(500, 500, 500)
          await approve(tenant)
          // N16: both secrets may sign. Without a retry (N8) the new one may not have had its turn.
          if (!(await awaitRetries(tenant)) && how === 'rotate') await approveLongAfter(tenant)
          await expectNewSecret(trial, tenant, { old, renewed, how, after: 0 })
        })
        await trial.also(`${how} while a retry is due`, async () => {
          const tenant = await trial.ownTenant({ receives: true })
          const old = tenant.endpoint
          tenant.answerWith(...Array.from({ length: 6 }, () => 500))
          await approve(tenant)
          const after = (await tenant.arrived()).length
          const renewed = await tenant.renew(old, how)
          if (!(await awaitRetries(tenant)))
            throw new Unreachable('the service does not retry (N8)')
          await expectNewSecret(trial, tenant, { old, renewed, how, after })
        })
        await trial.also(`a delivery resent after ${how}`, async () => {
          const tenant = await trial.ownTenant({ receives: true })
          const inquiryId = await approve(tenant)
          const renewed = await tenant.renew(tenant.endpoint, how)
          // N16: after a rotation, the old secret may still sign for a while.
          if (how === 'rotate') await tenant.advance(LONG_AFTER_ROTATION_S)
          const before = (await tenant.arrived()).length
          await tenant.resend(inquiryId)
          for (const delivery of (await tenant.arrived()).slice(before)) {
            expectSigned(delivery, renewed, `resent after ${how} with the old secret`)
          }
        })
      }
      await trial.also('secrets of other endpoints and tenants', () => expectOwnSecrets(trial))
      await trial.also('two endpoints at one URL', () => expectOwnSecretAtSameUrl(trial))
      await trial.also('several rotations', () => expectNewestSecret(trial))
      await trial.also('the list of endpoints', () => expectSecretShownOnce(trial))
      await trial.also('long after a rotation', async () => {
        const tenant = await trial.ownTenant({ receives: true })
        const renewed = await tenant.renew(tenant.endpoint, 'rotate')
        tenant.answerWith(500)
        await approveLongAfter(tenant)
        await tenant.awaitRetry()
        for (const delivery of await tenant.arrived()) {
          expectSigned(delivery, renewed, 'the old secret still signs 90 days after a rotation')
        }
      })
      await trial.also('a removed endpoint', async () => {
        const tenant = await trial.ownTenant({ receives: true })
        const delivered = await approve(tenant)
        tenant.answerWith(500)
        const due = await approve(tenant)
        const before = (await tenant.arrived()).length
        await tenant.removeEndpoint(tenant.endpoint)
        for (const inquiryId of [delivered, due]) await tenant.resend(inquiryId)
        await tenant.awaitRetry()
        const { length } = await tenant.arrived()
        demand(
          length === before,
          'a removed endpoint still gets deliveries that were due or resent',
        )
      })
    },
  ),

  clause('W2', "an endpoint's URL is HTTPS", async (trial) => {
    const tenant = await trial.ownTenant()
    for (const url of ['http://merchant.example/events', 'ftp://merchant.example/events']) {
      const { status } = await tenant.tryEndpoint(url)
      demand(status >= 400, `an endpoint at ${url} was registered`)
    }
    const { hostname } = new URL(trial.merchant.baseUrl)
    // A service may refuse a host that it can't resolve, but it can resolve its own.
    for (const host of ['merchant.example', 'example.com', hostname, '127.0.0.1']) {
      const { status } = await tenant.tryEndpoint(`https://${host}/events`)
      if (status < 300) return
    }
    demand(false, 'no endpoint with HTTPS was accepted')
  }),

  clause('W3', 'HMAC-SHA256 over the exact bytes, keyed with the secret, hex', async (trial) => {
    for (const kind of ALL_KINDS) {
      await trial.part(kind, async () => {
        const { delivery, secret } = await trial.events.delivered(kind)
        const form = keyForm(delivery, secret)
        demand(form !== null, `${kind}: the digest does not match the bytes, keyed with the secret`)
        trial.observe('N15', form)
      })
    }
    await trial.also('a body beyond ASCII', async () => {
      const tenant = await trial.ownTenant({ receives: true })
      const referenceId = `conformance-é-${crypto.randomUUID()}`
      const opened = await tenant.merchant.open({ referenceId })
      // N28: the service may allow only ASCII letters.
      if (opened.status >= 300) return
      await tenant.complete(openedId(opened), 'APPROVED')
      const [delivery] = await tenant.delivered()
      if (!delivery) throw new NotDelivered('no event arrived')
      expectSigned(delivery, tenant.endpoint, 'the digest of a body beyond ASCII does not match it')
    })
    await trial.also('every attempt', async () => {
      const { attempts, secret } = await trial.attempts()
      const areSigned = attempts.every((each) => keyForm(each, secret) !== null)
      demand(areSigned, 'the digest of a retry does not match its bytes, keyed with the secret')
    })
  }),

  clause('W4', 'X-Service-Signature: sha256=<hex>', async (trial) => {
    const { delivery } = await trial.events.any()
    const expectHeader = ({ headers }: Delivery, what: string) => {
      const header = headers['x-service-signature']
      demand(header !== undefined, `${what} without X-Service-Signature`)
      demand(SIGNATURE.test(String(header)), 'X-Service-Signature is not sha256= and 64 hex digits')
    }
    expectHeader(delivery, 'an event')
    await trial.also('every attempt', async () => {
      const { attempts } = await trial.attempts()
      for (const attempt of attempts) expectHeader(attempt, 'an attempt')
    })
  }),

  clause('W5', 'X-Service-Delivery-Id; Content-Type: application/json', async (trial) => {
    const { delivery } = await trial.events.any()
    const expectHeaders = (each: Delivery, what: string) => {
      demand(deliveryId(each) !== '', `${what} without X-Service-Delivery-Id`)
      const mediaType = each.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
      demand(mediaType === 'application/json', `${what} that is not application/json`)
    }
    expectHeaders(delivery, 'an event')
    await trial.also('deliveries of two events', async () => {
      const tenant = await trial.ownTenant({ receives: true })
      const inquiryIds = [await approve(tenant), await approve(tenant)]
      const deliveries = await tenant.delivered(2)
      const [one = [], other = []] = inquiryIds.map((inquiryId) =>
        deliveries.filter((each) => dataOf(each).inquiryId === inquiryId).map(deliveryId),
      )
      const areShared = one.some((id) => other.includes(id))
      demand(!areShared, 'two events have the same X-Service-Delivery-Id')
    })
    await trial.also('deliveries to two endpoints', async () => {
      const tenant = await trial.ownTenant({ receives: true })
      const second = await tenant.registerEndpoint()
      await approve(tenant)
      const one = (await tenant.delivered()).map(deliveryId)
      const other = (await tenant.delivered(1, second)).map(deliveryId)
      const areShared = one.some((id) => other.includes(id))
      demand(!areShared, 'deliveries to two endpoints have the same X-Service-Delivery-Id')
    })
    await trial.also('every attempt', async () => {
      const { attempts } = await trial.attempts()
      for (const attempt of attempts) expectHeaders(attempt, 'an attempt')
    })
  }),
]

/** All of them, because two secrets may take turns (N16). @returns whether there was any */
async function awaitRetries(tenant: OwnTenant): Promise<boolean> {
  const before = (await tenant.arrived()).length
  while (await tenant.awaitRetry());
  return tenant.received().length > before
}

async function approveLongAfter(tenant: OwnTenant): Promise<void> {
  await tenant.advance(LONG_AFTER_ROTATION_S)
  await approve(tenant)
}

function expectSigned(delivery: Delivery, { secret }: Endpoint, otherwise: string): void {
  demand(keyForm(delivery, secret) !== null, otherwise)
}

/**
 * After a rotation, N16 leaves open whether the old secret keeps signing for a while; the new one must sign either way.
 * After a recreation, only the new one may sign.
 */
async function expectNewSecret(
  trial: Trial,
  tenant: OwnTenant,
  { old, renewed, how, after }: { old: Endpoint; renewed: Endpoint; how: string; after: number },
): Promise<void> {
  const arrived = (await tenant.arrived()).slice(after)
  const signedWith = ({ secret }: Endpoint) =>
    arrived.filter((each) => keyForm(each, secret) !== null).length
  demand(signedWith(renewed) > 0, `the new secret does not sign after ${how}`)
  const allowed = signedWith(renewed) + (how === 'rotate' ? signedWith(old) : 0)
  demand(allowed === arrived.length, `after ${how} a delivery is signed with another secret`)
  if (how !== 'rotate') return
  trial.observe('N16', `after ${how}: ${signedWith(old) > 0 ? 'both sign' : 'stops at once'}`)
}
