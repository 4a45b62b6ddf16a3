// What a read says about the customer's identity: S3–S5.
import { z } from 'zod'
import { clause } from '../clause.ts'
import { expectShape, isRecord } from '../expectations.ts'
import { submitPersonalInfo } from '../hosted-flow.ts'
import { open, openCompleted, READ_ROUTE, read, readDecided, STATUSES } from '../inquiries.ts'
import type { Trial } from '../trial.ts'
import { demand, Unreachable } from '../verdict.ts'

const WITH_IDENTITY = ['APPROVED', 'NEEDS_REVIEW', 'FAILED']
/** One that the contract names, and one that it doesn't. */
const WITHOUT_IDENTITY = ['DECLINED', 'ESCALATED']
const MINUTE_MS = 60_000
/** Scans of one inquiry in the order in which they are made, and one of another inquiry. */
const FIRST_SCAN = { documentType: 'passport', documentNumber: 'FIRST1' }
const NEWEST_SCAN = { documentType: 'driving_license', documentNumber: 'NEWEST2' }
const FAILED_SCAN = { documentType: 'national_id', documentNumber: 'FAILED3', succeeded: false }
const OTHER_SCAN = { documentType: 'national_id', documentNumber: 'OTHER4' }

/** What the suite types into the hosted flow, to recognise it later. */
const TYPED = {
  fullName: 'Conformance Suite',
  country: 'FR',
  email: 'conformance@example.com',
  phone: '+33639981234',
}
const TYPED_FIRST = {
  fullName: 'Konformance Sweet',
  country: 'DE',
  email: 'konformance@example.com',
  phone: '+4915198765432',
}
/** What identity.document may call each type of documents[] (S5, D8). */
const TYPE_OF_DOCUMENT: Readonly<Record<string, string>> = {
  PASSPORT: 'passport',
  NATIONAL_ID: 'national_id',
  DRIVING_LICENSE: 'driving_license',
}

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

export const IDENTITY = [
  clause('S3', 'identity only when APPROVED, NEEDS_REVIEW or FAILED', async (trial) => {
    for (const status of STATUSES.filter((each) => !WITH_IDENTITY.includes(each))) {
      await trial.part(status, async () => {
        expectNoIdentity(await trial.inquiries.read(status))
      })
    }
    await trial.also('during the hosted flow, and once it has expired', async () => {
      const tenant = await trial.ownTenant()
      const expiresAt = new Date((await tenant.nowMs()) + 10 * MINUTE_MS).toISOString()
      const inquiryId = await open(tenant.merchant, { expiresAt })
      await tenant.record(inquiryId, { capability: 'PERSONAL_INFO' })
      await tenant.record(inquiryId, { capability: 'PASSPORT_SCAN' })
      expectNoIdentity(await read(tenant.merchant, inquiryId), ' during the hosted flow')
      await tenant.advance(11 * 60)
      // N7: it may read as FAILED, which carries identity.
      expectNoIdentity(await read(tenant.merchant, inquiryId), ' once expired')
    })
    await trial.also('as the status changes', async () => {
      const tenant = await trial.ownTenant()
      for (const before of WITH_IDENTITY) {
        const inquiryId = await openCompleted(tenant, before)
        for (const after of WITHOUT_IDENTITY) {
          await tenant.decide(inquiryId, after)
          expectNoIdentity(await readDecided(tenant, inquiryId, after), ` after ${before}`)
          await tenant.decide(inquiryId, before)
          await readDecided(tenant, inquiryId, before)
        }
      }
    })
  }),

  clause('S4', 'identity.personalInfo: fullName, country, email, phone', async (trial) => {
    for (const status of WITH_IDENTITY) {
      await trial.part(status, async () => {
        const { personalInfo } = await identityOf(trial, status)
        if (personalInfo === undefined) throw new Unreachable('carries no personalInfo')
        expectShape(personalInfoSchema, personalInfo, `${READ_ROUTE} of ${status}, personalInfo`)
      })
    }
    await trial.also('what the customer typed', async () => {
      const tenant = await trial.ownTenant()
      const inquiryId = await open(tenant.merchant)
      // The customer corrects what they typed first.
      await submitPersonalInfo(tenant, inquiryId, TYPED_FIRST)
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
        demand(isTyped, `${READ_ROUTE}: ${field} is not what the customer typed`)
      }
    })
  }),

  clause('S5', 'identity.document: its fields, dates as dd-mm-yyyy', async (trial) => {
    for (const status of WITH_IDENTITY) {
      await trial.part(status, async () => {
        const { document } = await identityOf(trial, status)
        if (document === undefined) throw new Unreachable('carries no document')
        expectShape(documentSchema, document, `${READ_ROUTE} of ${status}, document`)
      })
    }
    await trial.also('the newest successful scan', async () => {
      const tenant = await trial.ownTenant()
      const inquiryId = await open(tenant.merchant)
      for (const scan of [FIRST_SCAN, NEWEST_SCAN, FAILED_SCAN]) {
        await tenant.record(inquiryId, { capability: 'PASSPORT_SCAN', ...scan })
      }
      await tenant.complete(inquiryId, 'APPROVED')
      expectScan(await readDecided(tenant, inquiryId, 'APPROVED'), NEWEST_SCAN)
      const other = await openCompleted(tenant, 'APPROVED', OTHER_SCAN)
      expectScan(await read(tenant.merchant, inquiryId), NEWEST_SCAN)
      expectScan(await read(tenant.merchant, other), OTHER_SCAN)
    })
    await trial.also('a scan that failed', async () => {
      const tenant = await trial.ownTenant()
      const how = { failedCapabilities: ['PASSPORT_SCAN'] }
      const inquiryId = await openCompleted(tenant, 'FAILED', how)
      const type = documentTypeOf(await read(tenant.merchant, inquiryId))
      demand(type === null, `${READ_ROUTE}: identity.document is from a failed scan`)
    })
  }),
]

function expectNoIdentity(inquiry: Record<string, unknown>, when = ''): void {
  const { status } = inquiry
  const isAllowed = WITH_IDENTITY.includes(String(status)) || !('identity' in inquiry)
  demand(isAllowed, `${READ_ROUTE} of ${String(status)}${when}: carries identity`)
}

async function identityOf(trial: Trial, status: string): Promise<Record<string, unknown>> {
  const { identity } = await trial.inquiries.read(status)
  if (!isRecord(identity)) {
    trial.observe('N14', `${status}: none`)
    throw new Unreachable('carries no identity')
  }
  const missing = IDENTITY_FIELDS.filter((field) => !hasField(identity, field))
  trial.observe('N14', missing.length > 0 ? `${status}: without ${missing.join(', ')}` : 'all')
  return identity
}

/** Demands that identity.document is from this scan. N14: fields may be absent, and the type unknown. */
function expectScan(inquiry: Record<string, unknown>, scan: typeof NEWEST_SCAN): void {
  const { documentType, documentNumber } = scan
  const type = documentTypeOf(inquiry)
  const isFromScan = type === null || type === documentType
  demand(isFromScan, `${READ_ROUTE}: identity.document is not from the newest successful scan`)
  const { document } = isRecord(inquiry.identity) ? inquiry.identity : {}
  const { documentNumber: shown = documentNumber } = isRecord(document) ? document : {}
  demand(shown === documentNumber, `${READ_ROUTE}: documentNumber is that of another scan`)
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
