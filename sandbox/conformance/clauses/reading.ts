// Reading an inquiry: S1–S6.
import { z } from 'zod'
import {
  answeredAtMs,
  dateTimeSchema,
  demand,
  expectShape,
  expectSuccess,
  fieldOf,
  HOUR_S,
  isRecord,
  MINUTE_S,
  Unreachable,
  uuidSchema,
} from '../expectations.ts'
import { nameOf } from '../lives.ts'
import { type Fields, newReference, openedId, READ_ROUTE, STATUSES } from '../merchant.ts'
import { clause, type Run } from '../run.ts'

/** Before the inquiry's own expiry, so that a shorter one isn't capped. */
const LAST_MINUTES_MS = 10 * 60_000
/** How much of a date-time is written without its milliseconds. */
const WHOLE_SECONDS = 'yyyy-mm-ddThh:mm:ss'.length
/** A review takes longer. */
const REVIEW_S = 10 * MINUTE_S
/** Allows for the clocks of two machines and the network between them. */
const CLOCK_TOLERANCE_MS = 30_000

/** S1 only. S2 checks the format of date-times, and S3 to S5 check identity. */
const inquirySchema = z.object({
  inquiryId: uuidSchema,
  status: z.string(),
  reviewReasons: z.array(z.string()),
  portalDecisionNote: z.string().nullable(),
  portalDecidedAt: z.string().nullable(),
  /** Null, empty or absent if none was given (N21). */
  referenceId: z.string().nullish(),
  note: z.string().nullish(),
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
const urlExpirySchema = z.object({ urlExpiresAt: dateTimeSchema })

const WITH_IDENTITY = ['APPROVED', 'NEEDS_REVIEW', 'FAILED']
/** Scans of one inquiry in the order in which they are made, and one of another inquiry. */
const FIRST_SCAN = { documentType: 'passport', documentNumber: 'FIRST1' }
const NEWEST_SCAN = { documentType: 'driving_license', documentNumber: 'NEWEST2' }
/** Shows no document, so identity must not be from it (D11). */
const BARE_SCAN = { documentType: 'passport', documentNumber: 'BARE5', withoutPictures: true }
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
const text = z.string()
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
      .object({ street: text, city: text, state: text, postalCode: text, country: text })
      .partial(),
  })
  .partial()
const IDENTITY = { personalInfo: personalInfoSchema, document: documentSchema }

export const READING = [
  clause('S1', 'GET …/inquiries/{inquiryId} returns the Inquiry', async (run) => {
    const { merchant } = run
    const given = { referenceId: newReference(), note: 'Read me back.' }
    const inquiryId = await merchant.open(given)
    const answer = await merchant.status(inquiryId)
    expectSuccess(answer)
    run.observe('N1', `status ${answer.status}`)
    const inquiry = expectShape(inquirySchema, answer.json, READ_ROUTE)
    const { templateId: inquiryTemplateId } = merchant.credentials
    expectFields(inquiry, { ...given, inquiryId, inquiryTemplateId })
    // Text that a careless serialiser turns into a number or another value.
    for (const text of [`00${Date.now()}`, 'null']) {
      const given = { referenceId: text, note: text }
      expectFields(await merchant.read(await merchant.open(given)), given)
    }
    const malformed = await merchant.status('not-a-uuid')
    const isRefused = malformed.status === 400 || malformed.status === 404
    demand(isRefused, `${READ_ROUTE} of an id that is not a UUID: got ${malformed.status}`)
    run.observe('N23', String(malformed.status))
    const lives = run.tenant ? (await run.lives()).lives : []
    const reasons = lives.flatMap((life) => life.reviewReasons ?? [])
    await run.everyMoment(STATUSES, ({ life, inquiry }) => {
      const { reviewReasons, status } = expectShape(inquirySchema, inquiry, READ_ROUTE)
      if (status === 'NEEDS_REVIEW' && !life?.reviewReasons)
        run.observe(
          'N26',
          reviewReasons.length === 1 ? '1 reason' : `${reviewReasons.length} reasons`,
        )
      const more = Object.keys(inquiry).filter((field) => !(field in inquirySchema.shape))
      run.observe('N27', more.length > 0 ? `status: ${more.join(', ')}` : 'none in status')
      if (!life) return
      expectFields(inquiry, { inquiryId: life.inquiryId, ...life.fields })
      const { openedAt, expiresAt } = isRecord(life.asOpened) ? life.asOpened : inquiry
      const isSame = inquiry.openedAt === openedAt && inquiry.expiresAt === expiresAt
      demand(isSame, `${READ_ROUTE}: openedAt or expiresAt changes`)
      const foreign = reasons.filter((reason) => !life.reviewReasons?.includes(reason))
      const areOwn = !reviewReasons.some((reason) => foreign.includes(reason))
      demand(areOwn, `${READ_ROUTE}: reviewReasons are those of another inquiry`)
    })
  }),

  clause('S2', 'date-times are ISO-8601 UTC with milliseconds', async (run) => {
    const { merchant } = run
    await run.everyMoment(['PENDING', 'DECLINED'], ({ inquiry, documents }) => {
      expectShape(dateTimesSchema, inquiry, READ_ROUTE)
      if (documents.status < 300) expectShape(urlExpirySchema, documents.json, documents.request)
    })
    await run.part('expiresAt, however it was given', async () => {
      const { expiresAt } = await merchant.read(await run.pending())
      const soonMs = Date.parse(String(expiresAt)) - LAST_MINUTES_MS
      const utc = new Date(soonMs).toISOString().slice(0, WHOLE_SECONDS)
      const ahead = new Date(soonMs + HOUR_S * 1000).toISOString().slice(0, WHOLE_SECONDS)
      for (const given of [`${utc}Z`, `${utc}.5Z`, `${ahead}+01:00`]) {
        const answer = await merchant.tryOpen({ expiresAt: given })
        // O6 says which forms are accepted.
        if (answer.status >= 400) continue
        const shown = await merchant.read(openedId(answer))
        expectShape(dateTimesSchema, shown, `${READ_ROUTE} of an inquiry with an expiresAt`)
      }
    })
    await run.part('openedAt is when it was opened', async () => {
      const tenant = run.tenant && (await run.createTenant())
      if (tenant) {
        await tenant.open()
        await tenant.advance(7 * HOUR_S)
      }
      const opener = tenant ?? merchant
      const answer = await opener.tryOpen()
      const { openedAt } = await opener.read(openedId(answer))
      const nowMs = tenant ? await tenant.nowMs() : answeredAtMs(answer)
      const isNow = Math.abs(Date.parse(String(openedAt)) - nowMs) <= CLOCK_TOLERANCE_MS
      demand(isNow, `${READ_ROUTE}: openedAt is not when the inquiry was opened`)
    })
  }),

  clause('S3', 'identity only when APPROVED, NEEDS_REVIEW or FAILED', async (run) => {
    const without = STATUSES.filter((status) => !WITH_IDENTITY.includes(status))
    await run.everyMoment(without, ({ inquiry: { status, ...fields } }) => {
      const isAllowed = WITH_IDENTITY.includes(String(status)) || !('identity' in fields)
      demand(isAllowed, `${READ_ROUTE} of ${status}: carries identity`)
    })
  }),

  clause('S4', 'identity.personalInfo: fullName, country, email, phone', async (run) => {
    await expectIdentity(run, 'personalInfo')
    await run.own('what the customer typed', async (tenant) => {
      const inquiryId = await tenant.open()
      // The customer corrects what they typed first.
      await tenant.submit(inquiryId, '/personal-info', TYPED_FIRST)
      await tenant.submit(inquiryId, '/personal-info', TYPED)
      const other = await tenant.open()
      await tenant.submit(other, '/personal-info', { ...TYPED, fullName: 'Somebody Else' })
      for (const each of [inquiryId, other]) await tenant.complete(each, 'APPROVED')
      const { identity } = await tenant.readDecided(inquiryId, 'APPROVED')
      const personalInfo = fieldOf(identity, 'personalInfo')
      if (!isRecord(personalInfo)) throw new Unreachable('carries no personalInfo (N14)')
      for (const [field, typed] of Object.entries(TYPED)) {
        // N14: fields may be absent.
        const isTyped = !(field in personalInfo) || personalInfo[field] === typed
        demand(isTyped, `${READ_ROUTE}: ${field} is not what the customer typed`)
      }
    })
  }),

  clause('S5', 'identity.document: its fields, dates as dd-mm-yyyy', async (run) => {
    await expectIdentity(run, 'document')
    await run.own('the newest successful scan', async (tenant) => {
      const inquiryId = await tenant.open()
      for (const scan of [FIRST_SCAN, NEWEST_SCAN, BARE_SCAN, FAILED_SCAN]) {
        await tenant.record(inquiryId, { capability: 'PASSPORT_SCAN', ...scan })
      }
      expectScan(await tenant.completed(inquiryId, 'APPROVED'), NEWEST_SCAN)
      const other = await tenant.openCompleted('APPROVED', OTHER_SCAN)
      expectScan(await tenant.read(inquiryId), NEWEST_SCAN)
      expectScan(await tenant.read(other), OTHER_SCAN)
    })
    await run.own('a scan that failed', async (tenant) => {
      const how = { failedCapabilities: ['PASSPORT_SCAN'] }
      const { type } = scanOf(await tenant.read(await tenant.openCompleted('FAILED', how)))
      demand(type === null, `${READ_ROUTE}: identity.document is from a failed scan`)
    })
  }),

  clause('S6', `status is one of ${STATUSES.join(', ')}`, async (run) => {
    const fresh = await run.merchant.read(await run.pending())
    demand(fresh.status === 'PENDING', `a fresh inquiry: expected PENDING, got ${fresh.status}`)
    await run.everyMoment(STATUSES, ({ life, given, secondsLater, decision, inquiry }) => {
      const { status } = inquiry
      const how = decision ? `${status} by a portal decision` : `PENDING → ${status} by the flow`
      if (secondsLater === 0 && status !== 'PENDING') run.observe('N5', how)
      // N5: what was decided may be reversed later, and a review may end by itself, but not at once.
      const isInReview = given === 'NEEDS_REVIEW' && secondsLater <= REVIEW_S
      const isRight = status === given || (secondsLater > 0 && !isInReview)
      demand(isRight, `${life && nameOf(life)}: expected ${given}, got ${status}`)
    })
  }),
]

function expectFields(inquiry: Fields, given: Fields): void {
  for (const [field, value] of Object.entries(given)) {
    const isGiven = (inquiry[field] ?? '') === (value ?? '')
    demand(isGiven, `${READ_ROUTE}: ${field} is not what was given`)
  }
}

async function expectIdentity(run: Run, group: keyof typeof IDENTITY): Promise<void> {
  for (const status of WITH_IDENTITY) {
    await run.part(status, async () => {
      const { identity } = await run.merchant.read(await run.as(status))
      if (!isRecord(identity)) {
        run.observe('N14', `${status}: none`)
        throw new Unreachable('carries no identity')
      }
      const missing = Object.entries(IDENTITY).flatMap(([each, { shape }]) =>
        Object.keys(shape).flatMap((name) =>
          fieldOf(identity[each], name) === undefined ? `${each}.${name}` : [],
        ),
      )
      run.observe('N14', missing.length > 0 ? `${status}: without ${missing.join(', ')}` : 'all')
      if (identity[group] === undefined) throw new Unreachable(`carries no ${group}`)
      expectShape<unknown>(IDENTITY[group], identity[group], `${READ_ROUTE} of ${status}, ${group}`)
    })
  }
}

/** Demands that identity.document is from this scan. N14: fields may be absent, and the type unknown. */
function expectScan(inquiry: Fields, { documentType, documentNumber }: typeof NEWEST_SCAN): void {
  const { type, number = documentNumber } = scanOf(inquiry)
  const isFromScan = (type ?? documentType) === documentType && number === documentNumber
  demand(isFromScan, `${READ_ROUTE}: identity.document is not from the newest successful scan`)
}

/** The type of identity's document, as documents[] names it (null if it's absent or unknown, N14), and its number. */
function scanOf({ identity }: Fields): { type: string | null; number: unknown } {
  const document = fieldOf(identity, 'document')
  const type = TYPE_OF_DOCUMENT[String(fieldOf(document, 'documentType'))] ?? null
  return { type, number: fieldOf(document, 'documentNumber') }
}
