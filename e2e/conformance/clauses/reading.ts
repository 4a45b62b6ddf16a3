// Reading an inquiry: S1, S2 and S6. identity.ts has what a read says about the customer.
import { z } from 'zod'
import { clause } from '../clause.ts'
import { dateTimeSchema, expectShape, expectSuccess, uuidSchema } from '../expectations.ts'
import {
  open,
  openCompleted,
  openedId,
  READ_ROUTE,
  read,
  readDecided,
  STATUSES,
} from '../inquiries.ts'
import { expectOwnReasons } from '../isolation.ts'
import { USUAL_DEFINITION } from '../sandbox-control.ts'
import { demand } from '../verdict.ts'

const MONTH_S = 30 * 24 * 60 * 60
const HOUR_MS = 60 * 60_000
/** Before the inquiry's own expiry, so that a shorter one isn't capped. */
const LAST_MINUTES_MS = 10 * 60_000
/** How much of a date-time is written without its milliseconds. */
const WHOLE_SECONDS = 'yyyy-mm-ddThh:mm:ss'.length

/** Allows for the clocks of two machines and the network between them. */
const CLOCK_TOLERANCE_MS = 30_000
/** S1 only. S2 checks the format of date-times, and S3 to S5 check identity. */
const inquirySchema = z.object({
  inquiryId: uuidSchema,
  status: z.string(),
  reviewReasons: z.array(z.string()),
  portalDecisionNote: z.string().nullable(),
  portalDecidedAt: z.string().nullable(),
  referenceId: z.string(),
  note: z.string(),
  openedAt: z.string(),
  expiresAt: z.string(),
  inquiryTemplateId: uuidSchema,
  identity: z.object({}).optional(),
})
const dateTimesSchema = z.object({
  openedAt: dateTimeSchema,
  expiresAt: dateTimeSchema,
  portalDecidedAt: dateTimeSchema.nullable(),
})

export const READING = [
  clause('S1', 'GET …/inquiries/{inquiryId} returns the Inquiry', async (trial) => {
    const { merchant } = trial
    const given = { referenceId: `conformance-${crypto.randomUUID()}`, note: 'Read me back.' }
    const inquiryId = await open(merchant, given)
    const answer = await merchant.status(inquiryId)
    expectSuccess(answer)
    trial.observe('N1', `status ${answer.status}`)
    const inquiry = expectShape(inquirySchema, answer.json, READ_ROUTE)
    demand(inquiry.inquiryId === inquiryId, `${READ_ROUTE}: a different inquiryId`)
    demand(inquiry.referenceId === given.referenceId, `${READ_ROUTE}: a different referenceId`)
    demand(inquiry.note === given.note, `${READ_ROUTE}: a different note`)
    const { templateId } = merchant.credentials
    demand(inquiry.inquiryTemplateId === templateId, `${READ_ROUTE}: a different inquiryTemplateId`)
    // Text that a careless serialiser turns into a number or another value.
    for (const text of [`00${Date.now()}`, 'null']) {
      const given = { referenceId: text, note: text }
      const shown = await read(merchant, await open(merchant, given))
      const isKept = shown.referenceId === text && shown.note === text
      demand(isKept, `${READ_ROUTE}: referenceId or note does not read back as the text ${text}`)
    }
    const malformed = await merchant.status('not-a-uuid')
    const isRefused = malformed.status === 400 || malformed.status === 404
    demand(isRefused, `${READ_ROUTE} of an id that is not a UUID: got ${malformed.status}`)
    trial.observe('N23', String(malformed.status))
    for (const status of STATUSES) {
      await trial.also(status, async () => {
        const shown = await trial.inquiries.read(status)
        const { reviewReasons } = expectShape(inquirySchema, shown, `${READ_ROUTE} of ${status}`)
        if (status === 'NEEDS_REVIEW') trial.observe('N26', `${reviewReasons.length} reasons`)
        const more = Object.keys(shown).filter((field) => !(field in inquirySchema.shape))
        trial.observe('N27', more.length > 0 ? `status: ${more.join(', ')}` : 'none in status')
      })
    }
    await trial.also('several inquiries', async () => {
      const tenant = await trial.ownTenant()
      const inquiryTemplateId = await tenant.createTemplate(USUAL_DEFINITION)
      const opened: { inquiryId: string; fields: Record<string, unknown> }[] = []
      for (const note of ['First.', 'Second.']) {
        const fields = {
          inquiryTemplateId,
          note,
          referenceId: `conformance-${crypto.randomUUID()}`,
        }
        opened.push({ inquiryId: await open(tenant.merchant, fields), fields })
      }
      for (const { inquiryId, fields } of opened) {
        const inquiry = await read(tenant.merchant, inquiryId)
        for (const [field, given] of Object.entries({ inquiryId, ...fields })) {
          demand(
            inquiry[field] === given,
            `${READ_ROUTE} of one of two inquiries: a different ${field}`,
          )
        }
      }
    })
    await trial.also('the reasons of several reviews', () => expectOwnReasons(trial))
    await trial.also('what must not change', async () => {
      const tenant = await trial.ownTenant()
      const inquiryId = await open(tenant.merchant)
      const before = await read(tenant.merchant, inquiryId)
      await tenant.advance(60)
      await tenant.complete(inquiryId, 'APPROVED')
      const after = await readDecided(tenant, inquiryId, 'APPROVED')
      await tenant.advance(MONTH_S)
      const later = await read(tenant.merchant, inquiryId)
      for (const field of ['referenceId', 'note', 'openedAt', 'expiresAt', 'inquiryTemplateId']) {
        demand(after[field] === before[field], `${READ_ROUTE}: ${field} changes with the decision`)
        demand(later[field] === before[field], `${READ_ROUTE}: ${field} changes with time`)
      }
    })
  }),

  clause('S2', 'date-times are ISO-8601 UTC with milliseconds', async (trial) => {
    for (const status of ['PENDING', 'DECLINED']) {
      await trial.part(status, async () => {
        expectShape(
          dateTimesSchema,
          await trial.inquiries.read(status),
          `${READ_ROUTE} of ${status}`,
        )
      })
    }
    await trial.part('expiresAt, however it was given', async () => {
      const { merchant } = trial
      const { expiresAt } = await trial.inquiries.read('PENDING')
      const soonMs = Date.parse(String(expiresAt)) - LAST_MINUTES_MS
      const utc = new Date(soonMs).toISOString().slice(0, WHOLE_SECONDS)
      const ahead = new Date(soonMs + HOUR_MS).toISOString().slice(0, WHOLE_SECONDS)
      for (const given of [`${utc}Z`, `${utc}.5Z`, `${ahead}+01:00`]) {
        const answer = await merchant.open({ expiresAt: given })
        // O6 says which forms are accepted.
        if (answer.status >= 400) continue
        const shown = await read(merchant, openedId(answer))
        expectShape(dateTimesSchema, shown, `${READ_ROUTE} of an inquiry with an expiresAt`)
      }
    })
    await trial.also('on a whole second', async () => {
      const tenant = await trial.ownTenant()
      await tenant.freeze()
      const intoSecondMs = (await tenant.nowMs()) % 1000
      await tenant.advance((1000 - intoSecondMs) / 1000)
      const inquiryId = await openCompleted(tenant, 'NEEDS_REVIEW')
      await tenant.decide(inquiryId, 'APPROVED')
      const shown = await readDecided(tenant, inquiryId, 'APPROVED')
      expectShape(dateTimesSchema, shown, `${READ_ROUTE} on a whole second`)
      const { json, request } = await tenant.merchant.documents(inquiryId)
      expectShape(z.object({ urlExpiresAt: dateTimeSchema }), json, `${request} on a whole second`)
    })
    await trial.part('openedAt is when it was opened', async () => {
      const tenant = trial.stage.control && (await trial.ownTenant())
      if (tenant) {
        await open(tenant.merchant)
        await tenant.advance(7 * 60 * 60)
      }
      const { merchant } = tenant ?? trial
      const answer = await merchant.open()
      const { openedAt } = await read(merchant, openedId(answer))
      const answeredAtMs = Date.parse(answer.headers.get('date') ?? '') || Date.now()
      const nowMs = tenant ? await tenant.nowMs() : answeredAtMs
      const isNow = Math.abs(Date.parse(String(openedAt)) - nowMs) <= CLOCK_TOLERANCE_MS
      demand(isNow, `${READ_ROUTE}: openedAt is not when the inquiry was opened`)
    })
  }),
]

export const STATUS = [
  clause('S6', `status is one of ${STATUSES.join(', ')}`, async (trial) => {
    for (const wanted of STATUSES) {
      await trial.part(wanted, async () => {
        const { status } = await trial.inquiries.read(wanted)
        demand(status === wanted, `${READ_ROUTE}: expected ${wanted}, got ${status}`)
        if (wanted !== 'PENDING') trial.observe('N5', `PENDING → ${status} by the hosted flow`)
      })
    }
    await trial.part('a reversed decision', async () => {
      const tenant = await trial.ownTenant()
      const inquiryId = await openCompleted(tenant, 'NEEDS_REVIEW')
      const other = await openCompleted(tenant, 'NEEDS_REVIEW')
      for (const decision of ['APPROVED', 'DECLINED']) {
        await tenant.decide(inquiryId, decision)
        const { status } = await readDecided(tenant, inquiryId, decision)
        demand(
          status === decision,
          `${READ_ROUTE} after a decision: expected ${decision}, got ${status}`,
        )
      }
      const { status } = await read(tenant.merchant, other)
      demand(
        status === 'NEEDS_REVIEW',
        `${READ_ROUTE}: another inquiry's decision made it ${status}`,
      )
      trial.observe('N5', 'NEEDS_REVIEW → APPROVED → DECLINED by portal decisions')
    })
  }),
]
