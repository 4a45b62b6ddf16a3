// What belongs to one inquiry, endpoint, template or tenant doesn't show in another, and changing one leaves the others
// as they were. A service that keeps only the newest of something passes any check that creates just one.
import { eventsAbout } from './events.ts'
import { expectStatus, isRecord } from './expectations.ts'
import { open, openCompleted, openedId, read, readDecided } from './inquiries.ts'
import { type OwnTenant, USUAL_DEFINITION } from './sandbox-control.ts'
import { keyForm } from './signature.ts'
import type { Trial } from './trial.ts'
import { demand } from './verdict.ts'

const DAY_S = 24 * 60 * 60
const LONG_AFTER_ROTATION_S = 90 * DAY_S

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

/** P4: each inquiry has the note and the time of its own newest decision. */
export async function expectOwnDecisions(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant()
  const inquiryId = await openCompleted(tenant, 'NEEDS_REVIEW')
  const other = await openCompleted(tenant, 'NEEDS_REVIEW')
  const decide = async (which: string, status: string, note: string) => {
    await tenant.advance(600)
    await tenant.decide(which, status, note)
    return readDecided(tenant, which, status)
  }
  const first = await decide(inquiryId, 'APPROVED', 'First decision.')
  await decide(other, 'APPROVED', 'Decision about another.')
  const second = await decide(inquiryId, 'DECLINED', 'Second decision.')
  const { portalDecisionNote: note } = second
  demand(note === 'Second decision.', 'portalDecisionNote is not the note of the newest decision')
  const isLater = String(second.portalDecidedAt) > String(first.portalDecidedAt)
  demand(isLater, 'portalDecidedAt is not the time of the newest decision')
  const { portalDecisionNote } = await read(tenant.merchant, other)
  demand(portalDecisionNote === 'Decision about another.', "another inquiry's portalDecisionNote")
}

/** W9: each event describes its own inquiry, no matter which was opened or completed last. */
export async function expectOwnEventData(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant({ receives: true })
  const lives = ['FACE_MATCH', 'PASSPORT_SCAN'].map((failed, index) => ({
    failed,
    referenceId: `conformance-${index}-${crypto.randomUUID()}`,
  }))
  const inquiryIds: string[] = []
  for (const { referenceId } of lives) inquiryIds.push(await open(tenant.merchant, { referenceId }))
  for (const [index, { failed }] of lives.entries()) {
    const how = { failedCapabilities: [failed] }
    await tenant.complete(inquiryIds[index] ?? '', 'APPROVED', how)
  }
  const deliveries = await tenant.delivered(2)
  for (const [index, { failed, referenceId }] of lives.entries()) {
    const { data } =
      eventsAbout(deliveries, inquiryIds[index] ?? '').find(
        ({ type }) => type === 'inquiry.approved',
      ) ?? {}
    // W7 reports a missing event.
    if (!isRecord(data)) continue
    demand(data.referenceId === referenceId, "inquiry.approved: another inquiry's referenceId")
    const { succeededCapabilities: succeeded } = data
    const isOwn = Array.isArray(succeeded) && succeeded.length === 2 && !succeeded.includes(failed)
    demand(isOwn, "inquiry.approved: another inquiry's succeededCapabilities")
  }
}

/** W9: a retry carries the same data as the first attempt, even if the inquiry has changed since. */
export async function expectSameDataAfterReversal(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant({ receives: true })
  tenant.answerWith(500)
  const inquiryId = await openCompleted(tenant, 'APPROVED')
  await tenant.delivered()
  await tenant.decide(inquiryId, 'DECLINED', 'Reversed.')
  await tenant.advance(5 * DAY_S)
  const events = eventsAbout(await tenant.arrived(), inquiryId)
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
  await tenant.advance(5 * DAY_S)
  const accepted = approvalsOf(await tenant.delivered(1, second), inquiryId)
  demand(
    accepted.length === 1,
    `an endpoint that accepted an event got it ${accepted.length} times`,
  )
  const next = await approve(tenant)
  await tenant.advance(5 * DAY_S)
  const { length } = approvalsOf(await tenant.arrived(), next)
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
  const deliveries = await tenant.delivered(inquiryIds.length)
  for (const inquiryId of inquiryIds) {
    const { length } = approvalsOf(deliveries, inquiryId)
    demand(length === 1, `one of several inquiries with the same referenceId got ${length} events`)
  }
  const { status } = await read(tenant.merchant, untouched)
  demand(
    status === 'PENDING',
    `an inquiry became ${status} together with another that has its referenceId`,
  )
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
