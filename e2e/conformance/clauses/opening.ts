// Opening an inquiry from a template: O1–O3.
import { z } from 'zod'
import { clause } from '../clause.ts'
import { documentsOf } from '../documents.ts'
import { errorCodes, expectShape, expectSuccess, uuidSchema } from '../expectations.ts'
import { open, openedId, readDecided } from '../inquiries.ts'
import { expectOtherTemplatesStay } from '../isolation.ts'
import type { Answer } from '../polite-http.ts'
import { type OwnTenant, USUAL_DEFINITION } from '../sandbox-control.ts'
import { demand, Unreachable } from '../verdict.ts'

const WITHOUT_SCAN = ['PERSONAL_INFO', 'FACE_MATCH']

export const OPENING = [
  clause('O1', 'POST …/inquiries takes JSON and returns { inquiryId }', async (trial) => {
    const answer = await trial.merchant.open()
    expectSuccess(answer)
    demand(answer.mediaType === 'application/json', `${answer.request}: not application/json`)
    const { inquiryId } = expectShape(
      z.object({ inquiryId: uuidSchema }),
      answer.json,
      answer.request,
    )
    trial.observe('N1', `open ${answer.status}`)
    const { status } = await trial.merchant.status(inquiryId)
    demand(status < 300, `the inquiryId of an open cannot be read: ${status}`)
    const another = await open(trial.merchant)
    demand(another !== inquiryId, 'two opens return the same inquiryId')
    const withCharset = { 'content-type': 'application/json; charset=utf-8' }
    openedId(await trial.merchant.open({}, withCharset))
    const { givenMerchant } = trial.stage
    if (givenMerchant) openedId(await givenMerchant.open())
  }),

  clause('O2', 'inquiryTemplateId is required: the uuid of a published template', async (trial) => {
    const { merchant } = trial
    const without = await merchant.open({ inquiryTemplateId: undefined })
    trial.refused(without, 'no inquiryTemplateId')
    trial.refused(
      await merchant.open({ inquiryTemplateId: 'template' }),
      'an inquiryTemplateId that is not a uuid',
    )
    const unknown = await merchant.open({ inquiryTemplateId: crypto.randomUUID() })
    trial.refused(unknown, 'an unknown inquiryTemplateId')
    trial.observe('N22', describeError(unknown))
    const inCapitals = merchant.credentials.templateId.toUpperCase()
    const sameTemplate = await merchant.open({ inquiryTemplateId: inCapitals })
    demand(sameTemplate.status < 300, `a template id in capitals: got ${sameTemplate.status}`)
    await trial.also('a template that is not published', async () => {
      const tenant = await trial.ownTenant()
      const { templateId } = await tenant.createDraft(USUAL_DEFINITION)
      const answer = await tenant.merchant.open({ inquiryTemplateId: templateId })
      trial.refused(answer, 'a template that is not published')
    })
    await trial.also("another tenant's template", async () => {
      const { ids } = await trial.ownTenant()
      const answer = await merchant.open({ inquiryTemplateId: ids.templateId })
      trial.refused(answer, "another tenant's template")
    })
    await trial.also('which of two templates', async () => {
      const tenant = await trial.ownTenant()
      const inquiryTemplateId = await tenant.createTemplate({ steps: WITHOUT_SCAN })
      const scanned = await hasScan(tenant, { inquiryTemplateId })
      demand(!scanned, "an inquiry has the steps of the tenant's other template")
      demand(await hasScan(tenant, {}), "an inquiry has the steps of the tenant's other template")
    })
  }),

  clause('O3', 'templateRevisionId pins a published, enabled revision', async (trial) => {
    const { merchant, stage } = trial
    const unknown = await merchant.open({ templateRevisionId: crypto.randomUUID() })
    trial.refused(unknown, 'an unknown templateRevisionId')
    await trial.also('a published revision', async () => {
      const { revisionId } = stage
      if (revisionId === null) throw new Unreachable('give one with --revision, or use --control')
      openedId(await merchant.open({ templateRevisionId: revisionId }))
    })
    await trial.also('a draft revision', async () => {
      const tenant = await trial.ownTenant()
      const draft = await tenant.addRevision(tenant.ids.templateId, USUAL_DEFINITION)
      const answer = await tenant.merchant.open({ templateRevisionId: draft })
      trial.refused(answer, 'a draft revision')
      trial.observe('N4', `draft: ${describeError(answer)}`)
    })
    await trial.also('a disabled revision', async () => {
      const tenant = await trial.ownTenant()
      const templateRevisionId = tenant.ids.revisionId
      openedId(await tenant.merchant.open({ templateRevisionId }))
      await tenant.setEnabled(templateRevisionId, false)
      const answer = await tenant.merchant.open({ templateRevisionId })
      trial.refused(answer, 'a disabled revision')
      trial.observe('N4', `disabled: ${describeError(answer)}`)
      await tenant.setEnabled(templateRevisionId, true)
      const again = await tenant.merchant.open({ templateRevisionId })
      demand(again.status < 300, `a re-enabled revision: got ${again.status}`)
    })
    await trial.also('other templates', () => expectOtherTemplatesStay(trial))
    await trial.also("another template's revision", async () => {
      const tenant = await trial.ownTenant()
      const { revisionId } = await tenant.createDraft(USUAL_DEFINITION)
      await tenant.publish(revisionId)
      const answer = await tenant.merchant.open({ templateRevisionId: revisionId })
      trial.refused(answer, "a revision of the tenant's other template")
    })
    await trial.also("another tenant's revision", async () => {
      const { ids } = await trial.ownTenant()
      const answer = await merchant.open({ templateRevisionId: ids.revisionId })
      trial.refused(answer, "another tenant's revision")
    })
    await trial.also('the steps of the pinned revision', async () => {
      const tenant = await trial.ownTenant()
      const { templateId, revisionId: older } = tenant.ids
      const newer = await tenant.addRevision(templateId, { steps: WITHOUT_SCAN })
      await tenant.publish(newer)
      const isRight =
        (await hasScan(tenant, { templateRevisionId: older })) &&
        !(await hasScan(tenant, { templateRevisionId: newer }))
      demand(isRight, 'an inquiry does not have the steps of the revision that it was pinned to')
    })
  }),
]

/** Whether an inquiry opened with these fields includes a document scan. */
async function hasScan(tenant: OwnTenant, fields: Record<string, unknown>): Promise<boolean> {
  const inquiryId = openedId(await tenant.merchant.open(fields))
  await tenant.complete(inquiryId, 'APPROVED')
  await readDecided(tenant, inquiryId, 'APPROVED')
  const documents = await documentsOf(tenant.merchant, inquiryId)
  return documents.some(({ type }) => type === 'passport')
}

function describeError({ status, json }: Answer): string {
  return `${status} ${errorCodes(json).join(' ')}`.trim()
}
