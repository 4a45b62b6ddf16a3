// Portal and hosted flow: P1–P4, F1, F2. The portal's pages are for people; a sandbox's control API does the same.
import { clause } from '../clause.ts'
import { documentsOf } from '../documents.ts'
import { eventsAbout } from '../events.ts'
import { dateTimeSchema, expectShape } from '../expectations.ts'
import { open, openCompleted, openedId, read, readDecided } from '../inquiries.ts'
import {
  expectEventsAtNewEndpoint,
  expectOtherDraftsStay,
  expectOtherEndpointsStay,
  expectOwnDecisions,
} from '../isolation.ts'
import { USUAL_DEFINITION } from '../sandbox-control.ts'
import { demand, Unreachable } from '../verdict.ts'

const NOTE = 'Decided by the conformance suite.'
const CLOCK_TOLERANCE_MS = 5_000

export const PORTAL_AND_FLOW = [
  clause(
    'P1',
    'a template is created and published, with steps and subscriptions',
    async (trial) => {
      const tenant = await trial.ownTenant()
      const { templateId, revisionId } = await tenant.createDraft(USUAL_DEFINITION)
      const request = { inquiryTemplateId: templateId }
      demand((await tenant.merchant.open(request)).status >= 400, 'a draft opens an inquiry')
      await tenant.publish(revisionId)
      openedId(await tenant.merchant.open(request))
      await trial.also('drafts of another template', () => expectOtherDraftsStay(trial))
      await trial.also('a draft next to a published revision', async () => {
        await tenant.addRevision(templateId, { steps: ['PERSONAL_INFO'] })
        const inquiryId = openedId(await tenant.merchant.open(request))
        await tenant.complete(inquiryId, 'APPROVED')
        await readDecided(tenant, inquiryId, 'APPROVED')
        const documents = await documentsOf(tenant.merchant, inquiryId)
        demand(documents.length > 0, 'an inquiry has the steps of a draft')
      })
    },
  ),

  clause('P2', 'an API key is created in the portal', async (trial) => {
    const tenant = await trial.ownTenant()
    const { apiKey } = await tenant.createKey()
    openedId(await tenant.merchant.withKey(apiKey).open())
  }),

  clause('P3', 'an endpoint is registered, and can be rotated or recreated', async (trial) => {
    const tenant = await trial.ownTenant()
    const endpoint = await tenant.registerEndpoint()
    const rotated = await tenant.renew(endpoint, 'rotate')
    const recreated = await tenant.renew(rotated, 'recreate')
    const secrets = new Set([endpoint, rotated, recreated].map(({ secret }) => secret))
    demand(secrets.size === 3, 'a rotated or recreated endpoint keeps its secret')
    await trial.also('one event at a recreated endpoint', async () => {
      const inquiryId = await open(tenant.merchant)
      await tenant.complete(inquiryId, 'APPROVED')
      const approvals = eventsAbout(await tenant.delivered(1, recreated), inquiryId).filter(
        ({ type }) => type === 'inquiry.approved',
      )
      demand(
        approvals.length === 1,
        `a recreated endpoint got ${approvals.length} events for one approval`,
      )
    })
    await trial.also('inquiries that were already open', () => expectEventsAtNewEndpoint(trial))
    await trial.also("the tenant's other endpoints", () => expectOtherEndpointsStay(trial))
    await trial.also('nothing at a removed endpoint', async () => {
      await tenant.removeEndpoint(recreated)
      const before = (await tenant.arrived(recreated)).length
      await tenant.complete(await open(tenant.merchant), 'APPROVED')
      const { length } = await tenant.delivered(before + 1, recreated)
      demand(length === before, 'a removed endpoint still gets events')
    })
  }),

  clause('P4', 'a portal decision leaves its note and its time', async (trial) => {
    const before = await read(trial.merchant, await trial.inquiries.pending())
    demand(before.portalDecisionNote === null, 'portalDecisionNote before any decision')
    demand(before.portalDecidedAt === null, 'portalDecidedAt before any decision')
    await trial.also('a decision', async () => {
      const tenant = await trial.ownTenant()
      const [inquiryId, other] = [
        await openCompleted(tenant, 'NEEDS_REVIEW'),
        await open(tenant.merchant),
      ]
      await tenant.advance(600)
      const decidedFromMs = await tenant.nowMs()
      await tenant.decide(inquiryId, 'APPROVED', NOTE)
      const decided = await readDecided(tenant, inquiryId, 'APPROVED')
      demand(
        decided.portalDecisionNote === NOTE,
        'portalDecisionNote is not the note of the decision',
      )
      const decidedAt = expectShape(dateTimeSchema, decided.portalDecidedAt, 'portalDecidedAt')
      const sinceMs = Date.parse(decidedAt) - decidedFromMs
      const isThen =
        sinceMs >= -CLOCK_TOLERANCE_MS && decidedAt <= new Date(await tenant.nowMs()).toISOString()
      demand(isThen, 'portalDecidedAt is not the time of the decision')
      const untouched = await read(tenant.merchant, other)
      demand(untouched.portalDecisionNote === null, "another inquiry's portalDecisionNote")
    })
    await trial.also('several decisions', () => expectOwnDecisions(trial))
    await trial.also('an approval by the hosted flow', async () => {
      const tenant = await trial.ownTenant()
      const approved = await read(tenant.merchant, await openCompleted(tenant, 'APPROVED'))
      demand(approved.portalDecidedAt === null, 'portalDecidedAt without a portal decision')
      demand(approved.portalDecisionNote === null, 'portalDecisionNote without a portal decision')
    })
  }),

  clause('F1', 'no merchant route submits a step of the flow', async (trial) => {
    const inquiryId = await open(trial.merchant)
    for (const [method, action] of [
      ['POST', ''],
      ['PATCH', ''],
      ['PUT', '/documents'],
      ...[
        ...['/capabilities', '/steps', '/results', '/submit', '/finish', '/complete'],
        ...['/decide', '/decision', '/approve', '/review', '/status'],
      ].map((action) => ['POST', action] as const),
    ] as const) {
      const answer = await trial.merchant.trySubmit(method, inquiryId, action)
      const isRefused = answer.status >= 400 && answer.status < 500
      demand(isRefused, `${answer.request}: expected to be refused, got ${answer.status}`)
    }
    const { status } = await read(trial.merchant, inquiryId)
    demand(status === 'PENDING', `a key on its own brought the inquiry to ${status}`)
  }),

  clause('F2', 'the web SDK starts the hosted flow with inquiryId', async () => {
    throw new Unreachable('needs a browser: the end-to-end stories check it')
  }),
]
