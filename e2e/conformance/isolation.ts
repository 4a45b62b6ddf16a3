// What belongs to one inquiry, endpoint, template or tenant doesn't show in another, and changing one leaves the others
// as they were. A service that keeps only the newest of something passes any check that creates just one.
import { eventsAbout } from './events.ts'
import { expectStatus } from './expectations.ts'
import { open, openCompleted, openedId, read, readDecided } from './inquiries.ts'
import { type OwnTenant, USUAL_DEFINITION } from './sandbox-control.ts'
import { keyForm } from './signature.ts'
import type { Trial } from './trial.ts'
import { demand } from './verdict.ts'

const DAY_S = 24 * 60 * 60
const LONG_AFTER_ROTATION_S = 90 * DAY_S
const CLOCK_TOLERANCE_MS = 2_000

/** S1: each inquiry has the reasons of its own review, if it has any (N26). */
export async function expectOwnReasons(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant()
  const reviews = [
    { inquiryId: await open(tenant.merchant), reason: 'The picture is blurred.' },
    { inquiryId: await open(tenant.merchant), reason: 'The name differs.' },
  ]
  for (const { inquiryId, reason } of reviews) {
    await tenant.complete(inquiryId, 'NEEDS_REVIEW', { reviewReasons: [reason] })
  }
  for (const { inquiryId, reason } of reviews) {
    const { reviewReasons } = await readDecided(tenant, inquiryId, 'NEEDS_REVIEW')
    const foreign = reviews.filter((other) => other.reason !== reason).map((other) => other.reason)
    const shown = Array.isArray(reviewReasons) ? reviewReasons : []
    const areOwn = !shown.some((each) => foreign.includes(each))
    demand(areOwn, "an inquiry shows the review reasons of the tenant's other inquiry")
  }
}

/** P4: each inquiry has the note and the time of its own newest decision, even one that confirms the status. */
export async function expectOwnDecisions(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant()
  const inquiryId = await openCompleted(tenant, 'NEEDS_REVIEW')
  const other = await openCompleted(tenant, 'NEEDS_REVIEW')
  for (const { which = inquiryId, status, note } of [
    { status: 'APPROVED', note: 'First decision.' },
    { which: other, status: 'APPROVED', note: 'Decision about another.' },
    { status: 'DECLINED', note: null },
    { status: 'DECLINED', note: 'A confirmation.' },
    { status: 'APPROVED', note: 'Last decision.' },
    { status: 'APPROVED', note: null },
  ]) {
    const fromMs = await tenant.advance(600)
    await tenant.decide(which, status, note)
    // N6: the decision may show later.
    await tenant.advance(60)
    const decided = await read(tenant.merchant, which)
    const what = `${note === null ? 'a decision without a note' : 'a decision with a note'} (${status})`
    demand(decided.status === status, `${what} leaves the inquiry ${decided.status}`)
    demand(decided.portalDecisionNote === note, `${what} leaves another portalDecisionNote`)
    const isNewest = Date.parse(String(decided.portalDecidedAt)) >= fromMs - CLOCK_TOLERANCE_MS
    demand(isNewest, `${what} leaves another portalDecidedAt`)
  }
  const { portalDecisionNote } = await read(tenant.merchant, other)
  demand(portalDecisionNote === 'Decision about another.', "another inquiry's portalDecisionNote")
}

/** W9: a retry carries the same data as the first attempt, even if the inquiry has changed since. */
export async function expectSameDataAfterReversal(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant({ receives: true })
  tenant.answerWith(500)
  const inquiryId = await openCompleted(tenant, 'APPROVED')
  await tenant.delivered()
  await tenant.decide(inquiryId, 'DECLINED', 'Reversed.')
  const events = eventsAbout(await tenant.settled(), inquiryId)
  const approvals = events.filter(({ type }) => type === 'inquiry.approved')
  const bodies = new Set(approvals.map(({ data }) => JSON.stringify(data)))
  demand(bodies.size <= 1, 'inquiry.approved: the data of a retry differs after a reversal')
}

/** W1: no two endpoints share a secret, even across tenants, and rotating one doesn't change another. */
export async function expectOwnSecrets(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant({ receives: true })
  const other = await trial.ownTenant({ receives: true })
  const second = await tenant.registerEndpoint()
  const endpoints = [tenant.endpoint, second, other.endpoint]
  const secrets = new Set(endpoints.map(({ secret }) => secret))
  demand(secrets.size === endpoints.length, 'endpoints of two tenants share a secret')
  await tenant.renew(tenant.endpoint, 'rotate')
  for (const { owner, endpoint } of [
    { owner: tenant, endpoint: second },
    { owner: other, endpoint: other.endpoint },
  ]) {
    await approve(owner)
    const [delivery] = await owner.delivered(1, endpoint)
    const isSigned = delivery !== undefined && keyForm(delivery, endpoint.secret) !== null
    demand(isSigned, "the rotation of one endpoint's secret changes another's")
  }
}

/** W1: an endpoint has its own secret even at the URL of an earlier one, whoever registered that. */
export async function expectOwnSecretAtSameUrl(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant({ receives: true })
  const other = await trial.ownTenant()
  const { path } = tenant.endpoint
  const foreign = await other.tryEndpointAt(path)
  await tenant.removeEndpoint(tenant.endpoint)
  const again = await tenant.tryEndpointAt(path)
  // A service may refuse a URL that is known.
  const endpoints = [tenant.endpoint, foreign, again].filter((each) => each !== null)
  const secrets = new Set(endpoints.map(({ secret }) => secret))
  demand(secrets.size === endpoints.length, 'endpoints at one URL share a secret')
}

/** W1: after several rotations, the newest secret signs. */
export async function expectNewestSecret(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant({ receives: true })
  const newest = await tenant.renew(await tenant.renew(tenant.endpoint, 'rotate'), 'rotate')
  // N16: the previous secret may still sign for a while.
  await tenant.advance(LONG_AFTER_ROTATION_S)
  await approve(tenant)
  const [delivery] = await tenant.delivered()
  const isSigned = delivery !== undefined && keyForm(delivery, newest.secret) !== null
  demand(isSigned, 'after two rotations the newest secret does not sign')
}

/** W1: the secret is shown when it's created, and never again. */
export async function expectSecretShownOnce(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant({ receives: true })
  const { text } = await tenant.listEndpoints()
  demand(text.includes(tenant.endpoint.id), 'the list of endpoints lacks one')
  demand(!text.includes(tenant.endpoint.secret), 'the list of endpoints shows a secret again')
}

/** P3: an endpoint gets the events of inquiries that were open before it was registered. */
export async function expectEventsAtNewEndpoint(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant({ receives: true })
  const inquiryId = await open(tenant.merchant)
  await tenant.advance(60)
  const later = await tenant.registerEndpoint()
  await tenant.complete(inquiryId, 'APPROVED')
  const events = eventsAbout(await tenant.delivered(1, later), inquiryId)
  demand(events.length > 0, 'an endpoint gets no events for an inquiry that was already open')
}

/** P3: removing an endpoint leaves the tenant's others in place. */
export async function expectOtherEndpointsStay(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant({ receives: true })
  await tenant.removeEndpoint(await tenant.registerEndpoint())
  const inquiryId = await approve(tenant)
  const events = eventsAbout(await tenant.delivered(), inquiryId)
  demand(events.length > 0, "removing one endpoint removes the tenant's others")
}

/** W7: an endpoint that accepted an event doesn't get it again, and one that failed still gets the next event. */
export async function expectOwnAttempts(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant({ receives: true })
  const second = await tenant.registerEndpoint()
  tenant.answerWith(500)
  const inquiryId = await approve(tenant)
  await tenant.delivered()
  const accepted = approvalsOf(await tenant.settled(second), inquiryId)
  demand(
    accepted.length === 1,
    `an endpoint that accepted an event got it ${accepted.length} times`,
  )
  const next = await approve(tenant)
  const { length } = approvalsOf(await tenant.settled(), next)
  demand(length === 1, `an endpoint that failed once got the next event ${length} times`)
}

/** W7: inquiries that share a referenceId, or have none, each get their own events. */
export async function expectEventsDespiteReference(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant({ receives: true })
  const referenceId = `conformance-${crypto.randomUUID()}`
  const inquiryIds = [
    await open(tenant.merchant, { referenceId }),
    await open(tenant.merchant, { referenceId }),
    await open(tenant.merchant, { referenceId: undefined }),
  ]
  for (const inquiryId of inquiryIds) await tenant.complete(inquiryId, 'APPROVED')
  const untouched = await open(tenant.merchant, { referenceId })
  // N6: a decision may show later. N7 and N25: once the inquiry has expired, it may show another status.
  await tenant.advance(60)
  const { status } = await read(tenant.merchant, untouched)
  demand(
    status === 'PENDING',
    `an inquiry became ${status} together with another that has its referenceId`,
  )
  const deliveries = await tenant.delivered(inquiryIds.length)
  for (const inquiryId of inquiryIds) {
    const { length } = approvalsOf(deliveries, inquiryId)
    demand(length === 1, `one of several inquiries with the same referenceId got ${length} events`)
  }
}

/** A5: every key sees only its own tenant, even in concurrent requests. */
export async function expectTenantsApart(trial: Trial): Promise<void> {
  const [tenant, other] = [await trial.ownTenant(), await trial.ownTenant()]
  const [own, foreign] = [await open(tenant.merchant), await open(other.merchant)]
  const later = tenant.merchant.withKey((await tenant.createKey()).apiKey)
  expectStatus(await later.status(foreign), 404, "of another tenant's inquiry, with a second key")
  const answers = await Promise.all([
    tenant.merchant.status(own),
    other.merchant.status(own),
    later.status(foreign),
    other.merchant.status(foreign),
  ])
  const isOwn = answers.map(({ status }) => status < 300).join()
  demand(isOwn === 'true,false,false,true', 'concurrent requests of two tenants are mixed up')
}

/** O3: disabling a revision leaves other templates usable. */
export async function expectOtherTemplatesStay(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant()
  const inquiryTemplateId = await tenant.createTemplate(USUAL_DEFINITION)
  await tenant.setEnabled(tenant.ids.revisionId, false)
  openedId(await tenant.merchant.open({ inquiryTemplateId }))
}

/** P1: publishing one template leaves the drafts of another unpublished. */
export async function expectOtherDraftsStay(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant()
  const [one, other] = [
    await tenant.createDraft(USUAL_DEFINITION),
    await tenant.createDraft(USUAL_DEFINITION),
  ]
  await tenant.publish(one.revisionId)
  const { status } = await tenant.merchant.open({ inquiryTemplateId: other.templateId })
  demand(status >= 400, "publishing one template publishes another's draft")
}

function approvalsOf(
  deliveries: Parameters<typeof eventsAbout>[0],
  inquiryId: string,
): Record<string, unknown>[] {
  const accepted = deliveries.filter(({ status }) => status < 300)
  return eventsAbout(accepted, inquiryId).filter(({ type }) => type === 'inquiry.approved')
}

async function approve(tenant: OwnTenant): Promise<string> {
  const inquiryId = await open(tenant.merchant)
  await tenant.complete(inquiryId, 'APPROVED')
  return inquiryId
}
