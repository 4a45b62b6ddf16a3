// Portal and hosted flow: P1–P4, F1, F2. Pages for people; of a sandbox, the control API does what its portal does.
import { clause, demand, Unreachable } from '../clause.ts'
import { dateTimeSchema, expectShape } from '../expectations.ts'
import { open, openedId, read } from '../inquiries.ts'
import { USUAL_DEFINITION } from '../sandbox-control.ts'

const NOTE = 'Decided by the conformance suite.'

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
  }),

  clause('P4', 'a portal decision leaves its note and its time', async (trial) => {
    const before = await read(trial.merchant, await trial.inquiries.pending())
    demand(before.portalDecisionNote === null, 'portalDecisionNote before any decision')
    demand(before.portalDecidedAt === null, 'portalDecidedAt before any decision')
    await trial.also('a decision', async () => {
      const tenant = await trial.ownTenant()
      const inquiryId = await open(tenant.merchant)
      await tenant.complete(inquiryId, 'NEEDS_REVIEW')
      await tenant.decide(inquiryId, 'APPROVED', NOTE)
      const { portalDecisionNote, portalDecidedAt } = await read(tenant.merchant, inquiryId)
      demand(portalDecisionNote === NOTE, 'portalDecisionNote is not the note of the decision')
      expectShape(dateTimeSchema, portalDecidedAt, 'portalDecidedAt')
    })
  }),

  clause('F1', 'no merchant route submits a step of the flow', async (trial) => {
    const inquiryId = await open(trial.merchant)
    for (const [method, action] of [
      ['POST', ''],
      ['PATCH', ''],
      ['PUT', '/documents'],
      ['POST', '/capabilities'],
      ['POST', '/complete'],
    ] as const) {
      const answer = await trial.merchant.trySubmit(method, inquiryId, action)
      const isRefused = answer.status >= 400 && answer.status < 500
      demand(isRefused, `${answer.request}: expected to be refused, got ${answer.status}`)
    }
    const { status } = await read(trial.merchant, inquiryId)
    demand(status === 'PENDING', `a key alone brought the inquiry to ${status}`)
  }),

  clause('F2', 'the web SDK starts the hosted flow with inquiryId', async () => {
    throw new Unreachable('it needs a browser: the end-to-end stories walk it')
  }),
]
