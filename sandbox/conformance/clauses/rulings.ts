// Rulings (R1–R10). They are our own, so a service may differ from them without failing (`canBreak`).
import {
  ALL_KINDS,
  APPROVAL,
  dataOf,
  eventOf,
  eventsAbout,
  type OwnTenant,
  USUAL_DEFINITION,
} from '../control.ts'
import {
  demand,
  expectMembers,
  fieldOf,
  isSameId,
  MINUTE_S,
  Unreachable,
  UUID,
} from '../expectations.ts'
import {
  expectExactlyOneEventPerTransition,
  expectOwnIds,
  expectSucceededCapabilities,
  kindsOf,
} from '../lives.ts'
import { newReference, openedId } from '../merchant.ts'
import { check, type Run } from '../run.ts'
import { awaitRetries, expectSigned, keyForm, LONG_AFTER_ROTATION_S } from './deliveries.ts'
import { describeReuse } from './request-headers.ts'

/** Scans of one inquiry, in order. */
const FIRST_SCAN = { documentType: 'passport', documentNumber: 'FIRST1' }
const NEWEST_SCAN = { documentType: 'driving_license', documentNumber: 'NEWEST2' }
const BARE_SCAN = { documentType: 'passport', documentNumber: 'BARE5', withoutPictures: true }
const FAILED_SCAN = { documentType: 'national_id', documentNumber: 'FAILED3', succeeded: false }

export const RULINGS = [
  check(
    'R1',
    'a known Idempotency-Key gets its response, expired or not; UUIDs have no case',
    async (run) => {
      const { merchant } = run
      const inquiryTemplateId = merchant.credentials.templateId.toUpperCase()
      const { status } = await merchant.tryOpen({ inquiryTemplateId })
      demand(status < 300, `an inquiryTemplateId in capitals: got ${status}`)
      await run.own('a repeated request', async (tenant) => {
        const key = { 'idempotency-key': crypto.randomUUID() }
        const { templateId, revisionId: templateRevisionId } = tenant.ids
        const expiresAt = await tenant.inSeconds(10 * MINUTE_S)
        const request = { inquiryTemplateId: templateId, templateRevisionId, expiresAt }
        const fields = { ...request, referenceId: newReference() }
        const first = await tenant.open(fields, key)
        const reuse = async (body = fields) => describeReuse(await tenant.tryOpen(body, key), first)
        const usual = await reuse()
        if (usual !== 'the first response again')
          throw new Unreachable('the service does not replay (N2)')
        for (const what of ['inquiryTemplateId', 'templateRevisionId'] as const) {
          const seen = await reuse({ ...fields, [what]: fields[what].toUpperCase() })
          demand(seen === usual, `a repeat with ${what} in capitals: ${seen}`)
        }
        await tenant.advance(11 * MINUTE_S)
        const seen = await reuse()
        demand(seen === usual, `a repeat whose expiresAt has passed: ${seen}`)
      })
    },
  ),

  check(
    'R2',
    "each attempt is signed with the current secret; a deleted endpoint's end",
    async (run) => {
      for (const how of ['rotate', 'recreate'] as const) {
        await run.part(`${how} while a retry is due`, () => retryAcross(run, how))
        await run.part(`a delivery resent after ${how}`, async () => {
          const tenant = await run.createTenant()
          const inquiryId = await tenant.approve()
          const renewed = await tenant.renew(tenant.endpoint, how)
          // N16: after a rotation, the old secret may sign for a while.
          if (how === 'rotate') await tenant.advance(LONG_AFTER_ROTATION_S)
          const before = (await tenant.arrived()).length
          await tenant.resend(inquiryId)
          const resent = (await tenant.arrived()).slice(before)
          if (resent.length === 0) throw new Unreachable('the service does not resend')
          expectSigned(resent, renewed, `resent after ${how} with the old secret`)
        })
      }
      await run.part('a recreated endpoint', async () => {
        const tenant = await run.createTenant()
        const recreated = await tenant.renew(tenant.endpoint, 'recreate')
        const inquiryId = await tenant.approve()
        const events = eventsAbout(await tenant.arrived(recreated), inquiryId, APPROVAL)
        demand(events.length <= 1, `it got ${events.length} events for one approval`)
      })
      await run.part('a deleted endpoint', async () => {
        const tenant = await run.createTenant()
        const delivered = await tenant.approve()
        tenant.failNext(1)
        const due = await tenant.approve()
        const before = (await tenant.arrived()).length
        await tenant.removeEndpoint(tenant.endpoint)
        for (const inquiryId of [delivered, due]) await tenant.resend(inquiryId)
        await tenant.complete(await tenant.open(), 'APPROVED')
        await tenant.awaitRetry()
        const isSilent = (await tenant.arrived()).length === before
        demand(isSilent, 'a deleted endpoint still gets deliveries')
      })
    },
  ),

  check(
    'R3',
    'one event for each transition, whose id is the same in every attempt',
    async (run) => {
      await run.part('every transition', async () =>
        expectExactlyOneEventPerTransition(await run.lives()),
      )
      await run.part('ids of transitions', async () => expectOwnIds(await run.lives()))
      await run.part('every attempt', async () => {
        const attempts = (await run.attempts()).map(eventOf)
        if (attempts.length < 2) throw new Unreachable('the service does not retry (N8)')
        const events = new Set(attempts.map(({ id, type }) => `${id} ${type}`))
        demand(events.size === 1, 'a retry has a different id or type')
      })
      await run.part('two endpoints, and a resend', async () => {
        const tenant = await run.createTenant()
        const second = await tenant.registerEndpoint()
        const inquiryId = await tenant.approve()
        const elsewhere = await tenant.delivered(1, second)
        await tenant.advance(10 * MINUTE_S)
        await tenant.resend(inquiryId)
        const deliveries = [...elsewhere, ...(await tenant.arrived())]
        const ids = new Set(eventsAbout(deliveries, inquiryId, APPROVAL).map(({ id }) => id))
        demand(ids.size === 1, 'one event has different ids at different endpoints, or when resent')
      })
      await run.part('tenants', async () => {
        if (!run.tenant) throw new Unreachable('needs --control')
        const inquiryOf = new Map<unknown, unknown>()
        for (const delivery of run.tenant.control.receiver.deliveries) {
          const { id } = eventOf(delivery)
          const { inquiryId } = dataOf(delivery)
          const isSame = isSameId(inquiryOf.get(id) ?? inquiryId, inquiryId)
          demand(isSame, 'events of two tenants have the same id')
          inquiryOf.set(id, inquiryId)
        }
      })
    },
  ),

  check('R4', "a kind that the contract doesn't name needs a subscription, too", async (run) => {
    const { steps } = USUAL_DEFINITION
    const definition = { steps, webhooks: { subscribe: [APPROVAL] } }
    const tenant = await run.createTenant({ definition })
    await tenant.approve()
    const others = kindsOf(await tenant.delivered()).filter((kind) => !ALL_KINDS.includes(kind))
    demand(others.length === 0, `the template doesn't subscribe to ${others.join(', ')}`)
  }),

  check(
    'R5',
    "an event has the open's correlation id, and the capabilities that succeeded",
    async (run) => {
      await run.part('correlationId', () => expectCorrelationIds(run))
      await run.part('succeededCapabilities', async () =>
        expectSucceededCapabilities(await run.lives()),
      )
      await run.part('capabilities that the template lacks', async () => {
        const steps = ['PERSONAL_INFO', 'FACE_MATCH']
        const tenant = await run.createTenant({ definition: { ...USUAL_DEFINITION, steps } })
        await tenant.approve()
        const [event] = (await tenant.delivered()).map(dataOf)
        const shown = event?.succeededCapabilities
        if (!Array.isArray(shown)) throw new Unreachable('no such event arrived')
        expectMembers('succeededCapabilities', shown.map(String), steps)
      })
    },
  ),

  check('R6', "identity's document data is from the scan that documents show", async (run) => {
    await run.part('the newest successful scan', async () => {
      const tenant = await run.createTenant()
      const inquiryId = await tenant.open()
      for (const scan of [FIRST_SCAN, NEWEST_SCAN, BARE_SCAN, FAILED_SCAN])
        await tenant.record(inquiryId, { capability: 'PASSPORT_SCAN', ...scan })
      const number = await numberAfter(tenant, inquiryId, 'APPROVED')
      const isNewest = number === NEWEST_SCAN.documentNumber
      demand(isNewest, 'identity.document is not from the newest successful scan')
    })
    await run.part('a scan that failed', async () => {
      const tenant = await run.createTenant()
      const inquiryId = await tenant.open()
      await tenant.record(inquiryId, { capability: 'PASSPORT_SCAN', ...FAILED_SCAN })
      await tenant.complete(inquiryId, 'FAILED', { failedCapabilities: ['PASSPORT_SCAN'] })
      const { identity } = await tenant.readDecided(inquiryId, 'FAILED')
      const isEmpty = (fieldOf(identity, 'document') ?? null) === null
      demand(isEmpty, 'identity.document is from a failed scan')
    })
  }),

  check('R7', 'an event of an unknown kind is news', aboutTheMerchant),

  check('R8', "an endpoint's URL on the same machine may be plain HTTP", async (run) => {
    const tenant = await run.createTenant()
    const { status } = await tenant.tryEndpoint('http://localhost:9/events')
    demand(status < 300, `an endpoint on this machine: got ${status}`)
  }),

  check('R9', 'a verified event changes what the merchant shows', aboutTheMerchant),
  check('R10', "note is the merchant's internal remark", aboutTheMerchant),
]

async function aboutTheMerchant(): Promise<void> {
  throw new Unreachable("it is about the merchant's application")
}

/** Checks a delivery that was due before the secret changed. */
async function retryAcross(run: Run, how: 'rotate' | 'recreate'): Promise<void> {
  const tenant = await run.createTenant()
  const old = tenant.endpoint
  tenant.failNext(6)
  await tenant.approve()
  const after = (await tenant.arrived()).length
  const renewed = await tenant.renew(old, how)
  if (!(await awaitRetries(tenant))) throw new Unreachable('the service does not retry (N8)')
  const retries = (await tenant.arrived()).slice(after)
  // N16: after a rotation, both secrets may sign.
  const secrets = how === 'rotate' ? [renewed.secret, old.secret] : [renewed.secret]
  const areCurrent = retries.every((each) =>
    secrets.some((secret) => keyForm(each, secret) !== null),
  )
  const isUsed = retries.some((each) => keyForm(each, renewed.secret) !== null)
  demand(areCurrent && isUsed, `a retry after ${how} is signed with the old secret`)
}

/** @returns the document number in the identity. @throws Unreachable if it isn't shown (N14) */
async function numberAfter(tenant: OwnTenant, inquiryId: string, status: string) {
  const { identity } = await tenant.completed(inquiryId, status)
  const number = fieldOf(fieldOf(identity, 'document'), 'documentNumber') ?? undefined
  if (number === undefined) throw new Unreachable('carries no documentNumber (N14)')
  return number
}

async function expectCorrelationIds(run: Run): Promise<void> {
  const tenant = await run.createTenant()
  const idOf = new Map<string, string>()
  for (const given of [crypto.randomUUID(), crypto.randomUUID(), null]) {
    const request = { referenceId: newReference() }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const trace: Record<string, string> = given === null ? {} : { 'x-correlation-id': given }
    const opened = await tenant.tryOpen(request, { ...key, ...trace })
    const inquiryId = openedId(opened)
    // N24: the service need not show its own id.
    const id = given ?? opened.headers.get('x-correlation-id') ?? ''
    if (UUID.test(id)) idOf.set(inquiryId, id)
    // Neither a retry of the open nor a later request may change it.
    const other = { 'x-correlation-id': crypto.randomUUID() }
    await tenant.tryOpen(request, { ...key, ...other })
    await tenant.status(inquiryId, other)
  }
  for (const inquiryId of idOf.keys()) await tenant.complete(inquiryId, 'APPROVED')
  const deliveries = await tenant.delivered(idOf.size)
  for (const [inquiryId, id] of idOf) {
    const [event] = eventsAbout(deliveries, inquiryId, APPROVAL)
    const isCarried = event === undefined || isSameId(fieldOf(event.data, 'correlationId'), id)
    run.observe('N24', isCarried ? 'carried into events' : 'not carried into events')
    demand(isCarried, `correlationId of ${APPROVAL} is not that of the open`)
  }
}
