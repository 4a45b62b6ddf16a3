// Portal and hosted flow (P1–P4, F1, F2). The portal's pages are for people, so a sandbox's control API stands in for them.
import { USUAL_DEFINITION } from '../control.ts'
import {
  dateTimeSchema,
  demand,
  expectRefused,
  expectShape,
  MINUTE_S,
  toMs,
  Unreachable,
} from '../expectations.ts'
import { check } from '../run.ts'
import { expectApproval } from './events.ts'

const CLOCK_TOLERANCE_MS = 5_000
/** Routes that would submit a step if they existed. */
const STEP_ROUTES = [
  ['POST', ''],
  ['PATCH', ''],
  ['PUT', '/documents'],
  ...[
    ...['capabilities', 'steps', 'results', 'submit', 'finish', 'complete'],
    ...['decide', 'decision', 'approve', 'review', 'status'],
  ].map((action) => ['POST', `/${action}`] as const),
] as const

export const PORTAL_AND_FLOW = [
  check('P1', 'a template is created and published, with steps and subscriptions', async (run) => {
    const tenant = await run.createTenant()
    const { templateId, revisionId } = await tenant.createDraft(USUAL_DEFINITION)
    const request = { inquiryTemplateId: templateId }
    demand((await tenant.tryOpen(request)).status >= 400, 'a draft opens an inquiry')
    await tenant.publish(revisionId)
    await tenant.open(request)
    await run.also('drafts of another template', async () => {
      const other = await tenant.createDraft(USUAL_DEFINITION)
      await tenant.createTemplate(USUAL_DEFINITION)
      const { status } = await tenant.tryOpen({ inquiryTemplateId: other.templateId })
      demand(status >= 400, "publishing one template publishes another's draft")
    })
    await run.also('a draft next to a published revision', async () => {
      await tenant.addDraft(templateId, { steps: ['PERSONAL_INFO'] })
      const inquiryId = await tenant.openCompleted('APPROVED', {}, request)
      const { length } = await tenant.listDocuments(inquiryId)
      demand(length > 0, 'an inquiry has the steps of a draft')
    })
  }),

  check('P2', 'an API key is created in the portal', async (run) => {
    const tenant = await run.createTenant()
    const { apiKey } = await tenant.createKey()
    await tenant.with({ key: apiKey }).open()
  }),

  check('P3', 'an endpoint is registered, and can be rotated or recreated', async (run) => {
    const tenant = await run.createTenant()
    // Remove the first endpoint, so that the newly registered one is the only one.
    await tenant.removeEndpoint(tenant.endpoint)
    const endpoint = await tenant.registerEndpoint()
    const rotated = await tenant.renew(endpoint, 'rotate')
    const recreated = await tenant.renew(rotated, 'recreate')
    const secrets = new Set([endpoint, rotated, recreated].map(({ secret }) => secret))
    demand(secrets.size === 3, 'a rotated or recreated endpoint keeps its secret')
    await run.also('a recreated endpoint', async () => {
      const otherwise = 'a recreated endpoint gets no events'
      await expectApproval(tenant, await tenant.open(), otherwise, recreated)
    })
    await run.own('inquiries that were already open', async (own) => {
      const inquiryId = await own.open()
      await own.advance(MINUTE_S)
      const later = await own.registerEndpoint()
      await expectApproval(
        own,
        inquiryId,
        'an endpoint gets no events for an inquiry that was already open',
        later,
      )
    })
    await run.own("the tenant's other endpoints", async (own) => {
      await own.removeEndpoint(await own.registerEndpoint())
      await expectApproval(
        own,
        await own.open(),
        "removing one endpoint removes the tenant's others",
      )
    })
  }),

  check('P4', 'a portal decision leaves its note and its time', async (run) => {
    const expectUndecided = (inquiry: Record<string, unknown>, when: string) => {
      demand(inquiry.portalDecisionNote === null, `portalDecisionNote ${when}`)
      demand(inquiry.portalDecidedAt === null, `portalDecidedAt ${when}`)
    }
    expectUndecided(await run.merchant.read(await run.pending()), 'before any decision')
    await run.also('every transition', async () => {
      const { lives, moments } = await run.lives()
      const notes = lives.flatMap(({ notes }) => notes)
      for (const { inquiry, given, decision, life } of moments) {
        const note = String(inquiry.portalDecisionNote)
        const isForeign = notes.includes(note) && !life?.notes.includes(note)
        demand(!isForeign, 'portalDecisionNote is that of another inquiry')
        // S6 checks the status, which may have been reversed since (N5). A decline in the flow is a decision, too.
        if (inquiry.status !== given || (!decision && given === 'DECLINED')) continue
        if (!decision) {
          expectUndecided(inquiry, 'without a portal decision')
          continue
        }
        const what = `a decision ${decision.note === null ? 'without' : 'with'} a note (${life?.course})`
        const isOwn = inquiry.portalDecisionNote === decision.note
        demand(isOwn, `${what} leaves another portalDecisionNote`)
        const decidedAt = expectShape(dateTimeSchema, inquiry.portalDecidedAt, 'portalDecidedAt')
        const isThen = Math.abs(toMs(decidedAt) - decision.atMs) <= CLOCK_TOLERANCE_MS
        demand(isThen, `${what} leaves another portalDecidedAt`)
      }
    })
  }),

  check('F1', 'no merchant route submits a step of the flow', async (run) => {
    const inquiryId = await run.merchant.open()
    const before = await run.merchant.read(inquiryId)
    for (const [method, action] of STEP_ROUTES)
      expectRefused(await run.merchant.trySubmit(method, inquiryId, action), 'a result of a step')
    const { status } = await run.merchant.read(inquiryId)
    const isSame = status === before.status
    demand(isSame, `a key on its own brought the inquiry from ${before.status} to ${status}`)
  }),

  check('F2', 'the web SDK starts the hosted flow with inquiryId', async () => {
    throw new Unreachable("needs a browser: the sandbox's own stories check it")
  }),
]
