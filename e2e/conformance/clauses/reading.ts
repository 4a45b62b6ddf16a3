// Reading an inquiry: S1–S6.
import { z } from 'zod'
import { clause } from '../clause.ts'
import {
  dateTimeSchema,
  expectShape,
  expectSuccess,
  isRecord,
  uuidSchema,
} from '../expectations.ts'
import { submitPersonalInfo } from '../hosted-flow.ts'
import { open, openCompleted, openedId, read, readDecided } from '../inquiries.ts'
import { expectOwnReasons } from '../isolation.ts'
import { USUAL_DEFINITION } from '../sandbox-control.ts'
import type { Trial } from '../trial.ts'
import { demand, Unreachable } from '../verdict.ts'

const READ = 'GET …/inquiries/{inquiryId}'
const STATUSES = ['PENDING', 'APPROVED', 'NEEDS_REVIEW', 'FAILED', 'DECLINED', 'COMPLETED']
const MONTH_S = 30 * 24 * 60 * 60
const WITH_IDENTITY = ['APPROVED', 'NEEDS_REVIEW', 'FAILED']

/** Allows for the clocks of two machines and the network between them. */
const CLOCK_TOLERANCE_MS = 30_000
/** What the suite types into the hosted flow, to recognise it later. */
const TYPED = {
  fullName: 'Conformance Suite',
  country: 'FR',
  email: 'conformance@example.com',
  phone: '+33639981234',
}
/** What identity.document may call each type of documents[] (S5, D8). */
const TYPE_OF_DOCUMENT: Readonly<Record<string, string>> = {
  PASSPORT: 'passport',
  NATIONAL_ID: 'national_id',
  DRIVING_LICENSE: 'driving_license',
}

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

/** Any field may be missing (N14); one that is present has this format. */
const personalInfoSchema = z
  .object({
    fullName: z.string(),
    country: z.string().regex(/^[A-Z]{2}$/, 'is not a two-letter code'),
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
    demand(inquiry.inquiryId === inquiryId, `${READ}: a different inquiryId`)
    demand(inquiry.referenceId === given.referenceId, `${READ}: a different referenceId`)
    demand(inquiry.note === given.note, `${READ}: a different note`)
    const { templateId } = merchant.credentials
    demand(inquiry.inquiryTemplateId === templateId, `${READ}: a different inquiryTemplateId`)
    const malformed = await merchant.status('not-a-uuid')
    const isRefused = malformed.status === 400 || malformed.status === 404
    demand(isRefused, `${READ} of an id that is not a UUID: got ${malformed.status}`)
    trial.observe('N23', String(malformed.status))
    for (const status of STATUSES) {
      await trial.also(status, async () => {
        const shown = await readAs(trial, status)
        const { reviewReasons } = expectShape(inquirySchema, shown, `${READ} of ${status}`)
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
          demand(inquiry[field] === given, `${READ} of one of two inquiries: a different ${field}`)
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
        demand(after[field] === before[field], `${READ}: ${field} changes with the decision`)
        demand(later[field] === before[field], `${READ}: ${field} changes with time`)
      }
    })
  }),

  clause('S2', 'date-times are ISO-8601 UTC with milliseconds', async (trial) => {
    for (const status of ['PENDING', 'DECLINED']) {
      await trial.part(status, async () => {
        expectShape(dateTimesSchema, await readAs(trial, status), `${READ} of ${status}`)
      })
    }
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
      demand(isNow, `${READ}: openedAt is not when the inquiry was opened`)
    })
  }),

  clause('S3', 'identity only when APPROVED, NEEDS_REVIEW or FAILED', async (trial) => {
    for (const status of STATUSES.filter((each) => !WITH_IDENTITY.includes(each))) {
      await trial.part(status, async () => {
        const inquiry = await readAs(trial, status)
        demand(!('identity' in inquiry), `${READ} of ${status}: carries identity`)
      })
    }
    await trial.also('as the status changes', async () => {
      const tenant = await trial.ownTenant()
      const inquiryId = await open(tenant.merchant)
      await tenant.record(inquiryId, { capability: 'PERSONAL_INFO' })
      const pending = await read(tenant.merchant, inquiryId)
      demand(!('identity' in pending), `${READ} during the hosted flow: carries identity`)
      await tenant.complete(inquiryId, 'NEEDS_REVIEW')
      await readDecided(tenant, inquiryId, 'NEEDS_REVIEW')
      await tenant.decide(inquiryId, 'DECLINED')
      const declined = await readDecided(tenant, inquiryId, 'DECLINED')
      demand(!('identity' in declined), `${READ} of DECLINED after a review: carries identity`)
    })
  }),

  clause('S4', 'identity.personalInfo: fullName, country, email, phone', async (trial) => {
    for (const status of WITH_IDENTITY) {
      await trial.part(status, async () => {
        const { personalInfo } = await identityOf(trial, status)
        if (personalInfo === undefined) throw new Unreachable('carries no personalInfo')
        expectShape(personalInfoSchema, personalInfo, `${READ} of ${status}, personalInfo`)
      })
    }
    await trial.also('what the customer typed', async () => {
      const tenant = await trial.ownTenant()
      const inquiryId = await open(tenant.merchant)
      await submitPersonalInfo(tenant, inquiryId, TYPED)
      const other = await open(tenant.merchant)
      await submitPersonalInfo(tenant, other, { ...TYPED, fullName: 'Somebody Else' })
      for (const each of [inquiryId, other]) await tenant.complete(each, 'APPROVED')
      const { identity } = await readDecided(tenant, inquiryId, 'APPROVED')
      const { personalInfo } = isRecord(identity) ? identity : {}
      if (!isRecord(personalInfo)) throw new Unreachable('carries no personalInfo (N14)')
      for (const [field, typed] of Object.entries(TYPED)) {
        // N14: fields may be absent.
        const isTyped = !(field in personalInfo) || personalInfo[field] === typed
        demand(isTyped, `${READ}: ${field} is not what the customer typed`)
      }
    })
  }),

  clause('S5', 'identity.document: its fields, dates as dd-mm-yyyy', async (trial) => {
    for (const status of WITH_IDENTITY) {
      await trial.part(status, async () => {
        const { document } = await identityOf(trial, status)
        if (document === undefined) throw new Unreachable('carries no document')
        expectShape(documentSchema, document, `${READ} of ${status}, document`)
      })
    }
    await trial.also('the newest successful scan', async () => {
      const tenant = await trial.ownTenant()
      const inquiryId = await open(tenant.merchant)
      const capability = 'PASSPORT_SCAN'
      await tenant.record(inquiryId, { capability, documentType: 'passport' })
      await tenant.record(inquiryId, { capability, documentType: 'driving_license' })
      const failed = { capability, documentType: 'national_id', succeeded: false }
      await tenant.record(inquiryId, failed)
      await tenant.complete(inquiryId, 'APPROVED')
      const type = documentTypeOf(await readDecided(tenant, inquiryId, 'APPROVED'))
      // N14: the field may be absent, or name an unknown type.
      const isNewest = type === null || type === 'driving_license'
      demand(isNewest, `${READ}: identity.document is not from the newest successful scan`)
      const other = await openCompleted(tenant, 'APPROVED', { documentType: 'national_id' })
      for (const [id, own] of [
        [inquiryId, 'driving_license'],
        [other, 'national_id'],
      ] as const) {
        const shown = documentTypeOf(await read(tenant.merchant, id))
        demand(shown === null || shown === own, `${READ}: another inquiry's identity.document`)
      }
    })
    await trial.also('a scan that failed', async () => {
      const tenant = await trial.ownTenant()
      const how = { failedCapabilities: ['PASSPORT_SCAN'] }
      const inquiryId = await openCompleted(tenant, 'FAILED', how)
      const type = documentTypeOf(await read(tenant.merchant, inquiryId))
      demand(type === null, `${READ}: identity.document is from a failed scan`)
    })
  }),

  clause('S6', `status is one of ${STATUSES.join(', ')}`, async (trial) => {
    for (const wanted of STATUSES) {
      await trial.part(wanted, async () => {
        const { status } = await readAs(trial, wanted)
        demand(status === wanted, `${READ}: expected ${wanted}, got ${status}`)
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
        demand(status === decision, `${READ} after a decision: expected ${decision}, got ${status}`)
      }
      const { status } = await read(tenant.merchant, other)
      demand(status === 'NEEDS_REVIEW', `${READ}: another inquiry's decision made it ${status}`)
      trial.observe('N5', 'NEEDS_REVIEW → APPROVED → DECLINED by portal decisions')
    })
  }),
]

async function readAs(trial: Trial, status: string): Promise<Record<string, unknown>> {
  return read(trial.merchant, await trial.inquiries.as(status))
}

async function identityOf(trial: Trial, status: string): Promise<Record<string, unknown>> {
  const { identity } = await readAs(trial, status)
  if (!isRecord(identity)) {
    trial.observe('N14', `${status}: none`)
    throw new Unreachable('carries no identity')
  }
  const missing = IDENTITY_FIELDS.filter((field) => !hasField(identity, field))
  trial.observe('N14', missing.length > 0 ? `${status}: without ${missing.join(', ')}` : 'all')
  return identity
}

/** The type of identity's document, as documents[] names it; null if it's absent or unknown (N14). */
function documentTypeOf({ identity }: Record<string, unknown>): string | null {
  const { document } = isRecord(identity) ? identity : {}
  const { documentType } = isRecord(document) ? document : {}
  return TYPE_OF_DOCUMENT[String(documentType)] ?? null
}

/** @param field group and name, as in `document.sex`. Only its presence matters, never its value. */
function hasField(identity: Record<string, unknown>, field: string): boolean {
  const [group = '', name = ''] = field.split('.')
  const fields = identity[group]
  return isRecord(fields) && name in fields
}
