// Reading an inquiry: S1–S6.
import { z } from 'zod'
import { clause, demand, Unreachable } from '../clause.ts'
import {
  dateTimeSchema,
  expectShape,
  expectSuccess,
  isRecord,
  uuidSchema,
} from '../expectations.ts'
import { open, read } from '../inquiries.ts'
import type { Trial } from '../trial.ts'

const READ = 'GET …/inquiries/{inquiryId}'
const STATUSES = ['PENDING', 'APPROVED', 'NEEDS_REVIEW', 'FAILED', 'DECLINED', 'COMPLETED']
const WITH_IDENTITY = ['APPROVED', 'NEEDS_REVIEW', 'FAILED']

/** S1 alone: the form of date-times is S2's, identity is S3's to S5's. */
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

/** Whether every field is always there is not shown (N14); one that is there has this form. */
const personalInfoSchema = z
  .object({
    fullName: z.string(),
    country: z.string().regex(/^[A-Z]{2}$/, 'is no two-letter code'),
    email: z.string(),
    phone: z.string().regex(/^\+\d/, 'does not begin with +'),
  })
  .partial()
const dayMonthYearSchema = z
  .string()
  .regex(/^(0[1-9]|[12]\d|3[01])-(0[1-9]|1[0-2])-\d{4}$/, 'is not dd-mm-yyyy')
const documentSchema = z
  .object({
    documentType: z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'is not in upper case'),
    fullName: z.string(),
    dateOfIssue: dayMonthYearSchema,
    dateOfBirth: dayMonthYearSchema,
    dateOfExpiry: dayMonthYearSchema,
    documentNumber: z.string(),
    sex: z.string().regex(/^[A-Za-z]$/, 'is not one letter'),
    address: z.string().regex(/^[^\r\n]*$/, 'has more than one line'),
    addressDetails: z
      .object({
        street: z.string(),
        city: z.string(),
        state: z.string(),
        postalCode: z.string(),
        country: z.string(),
      })
      .partial(),
  })
  .partial()

const IDENTITY_FIELDS = Object.entries({
  personalInfo: personalInfoSchema,
  document: documentSchema,
}).flatMap(([group, { shape }]) => Object.keys(shape).map((name) => `${group}.${name}`))

export const READING = [
  clause('S1', 'GET …/inquiries/{inquiryId} returns the Inquiry', async (trial) => {
    const { merchant } = trial
    const given = { referenceId: `conformance-${crypto.randomUUID()}`, note: 'Read me back.' }
    const inquiryId = await open(merchant, given)
    const answer = await merchant.status(inquiryId)
    expectSuccess(answer)
    trial.observe('N1', `status ${answer.status}`)
    const inquiry = expectShape(inquirySchema, answer.json, READ)
    demand(inquiry.inquiryId === inquiryId, `${READ}: another inquiryId`)
    demand(inquiry.referenceId === given.referenceId, `${READ}: another referenceId`)
    demand(inquiry.note === given.note, `${READ}: another note`)
    const { templateId } = merchant.credentials
    demand(inquiry.inquiryTemplateId === templateId, `${READ}: another inquiryTemplateId`)
    for (const status of STATUSES) {
      await trial.also(status, async () => {
        expectShape(inquirySchema, await readAs(trial, status), `${READ} of ${status}`)
      })
    }
  }),

  clause('S2', 'date-times are ISO-8601 UTC with milliseconds', async (trial) => {
    for (const status of ['PENDING', 'DECLINED']) {
      await trial.part(status, async () => {
        expectShape(dateTimesSchema, await readAs(trial, status), `${READ} of ${status}`)
      })
    }
  }),

  clause('S3', 'identity only when APPROVED, NEEDS_REVIEW or FAILED', async (trial) => {
    for (const status of STATUSES.filter((each) => !WITH_IDENTITY.includes(each))) {
      await trial.part(status, async () => {
        const inquiry = await readAs(trial, status)
        demand(!('identity' in inquiry), `${READ} of ${status}: carries identity`)
      })
    }
  }),

  clause('S4', 'identity.personalInfo: fullName, country, email, phone', async (trial) => {
    for (const status of WITH_IDENTITY) {
      await trial.part(status, async () => {
        const { personalInfo } = await identityOf(trial, status)
        if (personalInfo === undefined) throw new Unreachable('carries no personalInfo')
        expectShape(personalInfoSchema, personalInfo, `${READ} of ${status}, personalInfo`)
      })
    }
  }),

  clause('S5', 'identity.document: its fields, dates as dd-mm-yyyy', async (trial) => {
    for (const status of WITH_IDENTITY) {
      await trial.part(status, async () => {
        const { document } = await identityOf(trial, status)
        if (document === undefined) throw new Unreachable('carries no document')
        expectShape(documentSchema, document, `${READ} of ${status}, document`)
      })
    }
  }),

  clause('S6', `status is one of ${STATUSES.join(', ')}`, async (trial) => {
    for (const wanted of STATUSES) {
      await trial.part(wanted, async () => {
        const { status } = await readAs(trial, wanted)
        demand(STATUSES.includes(String(status)), `${READ}: a status that the contract lacks`)
        demand(status === wanted, `${READ}: expected ${wanted}, got ${status}`)
        if (wanted !== 'PENDING') trial.observe('N5', `PENDING → ${status} by the hosted flow`)
      })
    }
    await trial.part('a reversed decision', async () => {
      const tenant = await trial.ownTenant()
      const inquiryId = await open(tenant.merchant)
      await tenant.complete(inquiryId, 'NEEDS_REVIEW')
      for (const decision of ['APPROVED', 'DECLINED']) {
        await tenant.decide(inquiryId, decision)
        const { status } = await read(tenant.merchant, inquiryId)
        demand(status === decision, `${READ} after a decision: expected ${decision}, got ${status}`)
      }
      trial.observe('N5', 'NEEDS_REVIEW → APPROVED → DECLINED by portal decisions')
    })
  }),
]

async function readAs(trial: Trial, status: string): Promise<Record<string, unknown>> {
  return read(trial.merchant, await trial.inquiries.as(status))
}

async function identityOf(trial: Trial, status: string): Promise<Record<string, unknown>> {
  const { identity } = await readAs(trial, status)
  if (!isRecord(identity)) throw new Unreachable('carries no identity')
  const missing = IDENTITY_FIELDS.filter((field) => !hasField(identity, field))
  trial.observe('N14', missing.length > 0 ? `${status}: without ${missing.join(', ')}` : 'all')
  return identity
}

/** @param field group and name, as in `document.sex`. Only whether it is there matters, never what is in it. */
function hasField(identity: Record<string, unknown>, field: string): boolean {
  const [group = '', name = ''] = field.split('.')
  const fields = identity[group]
  return isRecord(fields) && name in fields
}
