// Reading an inquiry (S1–S6).
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
  isSameId,
  toMs,
  Unreachable,
  utcMillisecondsSchema,
  uuidSchema,
} from '../expectations.ts'
import { type Moment, nameOf } from '../lives.ts'
import { type Fields, newReference, openedId, READ_ROUTE, STATUSES } from '../merchant.ts'
import { check, type Run } from '../run.ts'

/** How long before the inquiry's own expiry the given one lies, so that it isn't capped. */
const LAST_MINUTES_MS = 10 * 60_000
/** The length of a date-time without its milliseconds. */
const WHOLE_SECONDS = 'yyyy-mm-ddThh:mm:ss'.length
/** Allows for two machines' clocks and for the network. */
const CLOCK_TOLERANCE_MS = 30_000

/** S1 only. S2 checks the format of date-times, and S3 to S5 check the identity. */
const inquirySchema = z.object({
  inquiryId: uuidSchema,
  status: z.string(),
  reviewReasons: z.array(z.string()),
  portalDecisionNote: z.string().nullable(),
  portalDecidedAt: z.string().nullable(),
  /** Null, empty or absent if the merchant gave none (N21). */
  referenceId: z.string().nullish(),
  note: z.string().nullish(),
  openedAt: z.string(),
  expiresAt: z.string(),
  inquiryTemplateId: uuidSchema,
  identity: z.object({}).nullish(),
})
const dateTimesSchema = z.object({
  openedAt: utcMillisecondsSchema,
  expiresAt: dateTimeSchema,
  portalDecidedAt: dateTimeSchema.nullable(),
})
const urlExpirySchema = z.object({ urlExpiresAt: dateTimeSchema })

const WITH_IDENTITY = ['APPROVED', 'NEEDS_REVIEW', 'FAILED']
/** Scans of two inquiries. R6 decides which of several scans of one inquiry counts. */
const SCAN = { documentType: 'passport', documentNumber: 'FIRST1' }
const OTHER_SCAN = { documentType: 'national_id', documentNumber: 'OTHER4' }
/** Input of two customers in the hosted flow, to recognise later. */
const TYPED = {
  fullName: 'Conformance Suite',
  country: 'FR',
  email: 'conformance@example.com',
  phone: '+33639981234',
}
const TYPED_BY_ANOTHER = {
  fullName: 'Somebody Else',
  country: 'DE',
  email: 'somebody@example.com',
  phone: '+4915198765432',
}
/** While the flow hasn't ended, no unknown status can occur (N5, N7). */
const isInFlow = ({ given, secondsLater }: Moment) => given === 'PENDING' && secondsLater === 0

/** Any field may be missing (N14). A present field has this format. */
const personalInfoSchema = z
  .object({
    fullName: z.string(),
    country: z.string().regex(/^[A-Z]{2}$/i, 'is not a two-letter code'),
    email: z.string(),
    phone: z.string().regex(/^\+/, 'does not begin with +'),
  })
  .partial()
const dayMonthYearSchema = z
  .string()
  .regex(/^(0[1-9]|[12]\d|3[01])-(0[1-9]|1[0-2])-\d{4}$/, 'is not dd-mm-yyyy')
const text = z.string()
const documentSchema = z
  .object({
    documentType: z.string().regex(/^[^\p{Ll}]+$/u, 'is not in upper case'),
    fullName: z.string(),
    dateOfIssue: dayMonthYearSchema,
    dateOfBirth: dayMonthYearSchema,
    dateOfExpiry: dayMonthYearSchema,
    documentNumber: z.string(),
    sex: z.string().regex(/^\p{L}$/u, 'is not one letter'),
    address: z.string().regex(/^[^\r\n]*$/, 'has more than one line'),
    addressDetails: z
      .object({ street: text, city: text, state: text, postalCode: text, country: text })
      .partial(),
  })
  .partial()
const IDENTITY = { personalInfo: personalInfoSchema, document: documentSchema }

export const READING = [
  check('S1', 'GET …/inquiries/{inquiryId} returns the Inquiry', async (run) => {
    const { merchant } = run
    const given = { referenceId: newReference(), note: 'Read me back.' }
    const inquiryId = await merchant.open(given)
    const answer = await merchant.status(inquiryId)
    expectSuccess(answer)
    run.observe('N1', `status ${answer.status}`)
    const inquiry = expectShape(inquirySchema, answer.json, READ_ROUTE)
    const { templateId: inquiryTemplateId } = merchant.credentials
    expectFields(inquiry, { ...given, inquiryId, inquiryTemplateId })
    // A careless serialiser turns these texts into a number or another value.
    for (const text of [`00${Date.now()}`, 'null']) {
      const given = { referenceId: text, note: text }
      expectFields(await merchant.read(await merchant.open(given)), given)
    }
    run.observe('N23', String((await merchant.status('not-a-uuid')).status))
    const lives = run.tenant ? (await run.lives()).lives : []
    const reasons = lives.flatMap((life) => life.reviewReasons ?? [])
    const references = lives.flatMap(({ fields }) => fields.referenceId ?? [])
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
      if (life.fields.referenceId === undefined) {
        const isForeign = references.includes(String(inquiry.referenceId))
        demand(!isForeign, `${READ_ROUTE}: referenceId is that of another inquiry`)
      }
      const { openedAt, expiresAt } = isRecord(life.asOpened) ? life.asOpened : inquiry
      demand(toMs(inquiry.openedAt) === toMs(openedAt), `${READ_ROUTE}: openedAt changes`)
      if (toMs(inquiry.expiresAt) !== toMs(expiresAt)) run.observe('N25', 'expiresAt changes later')
      const foreign = reasons.filter((reason) => !life.reviewReasons?.includes(reason))
      const areOwn = !reviewReasons.some((reason) => foreign.includes(reason))
      demand(areOwn, `${READ_ROUTE}: reviewReasons are those of another inquiry`)
    })
  }),

  check(
    'S2',
    'openedAt is ISO-8601 UTC with milliseconds, the others are date-times',
    async (run) => {
      const { merchant } = run
      await run.everyMoment(['PENDING', 'DECLINED'], ({ inquiry, documents }) => {
        expectShape(dateTimesSchema, inquiry, READ_ROUTE)
        if (documents.status < 300) expectShape(urlExpirySchema, documents.json, documents.request)
      })
      await run.part('expiresAt, however it was given', async () => {
        const { expiresAt } = await merchant.read(await run.pending())
        const soonMs = toMs(expiresAt) - LAST_MINUTES_MS
        const utc = new Date(soonMs).toISOString().slice(0, WHOLE_SECONDS)
        const ahead = new Date(soonMs + HOUR_S * 1000).toISOString().slice(0, WHOLE_SECONDS)
        for (const given of [`${utc}Z`, `${utc}.5Z`, `${ahead}+01:00`]) {
          const answer = await merchant.tryOpen({ expiresAt: given })
          // O6 decides which forms the service must accept.
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
        const isNow = Math.abs(toMs(openedAt) - nowMs) <= CLOCK_TOLERANCE_MS
        demand(isNow, `${READ_ROUTE}: openedAt is not when the inquiry was opened`)
      })
    },
  ),

  check('S3', 'identity only when APPROVED, NEEDS_REVIEW or FAILED', async (run) => {
    const without = STATUSES.filter((status) => !WITH_IDENTITY.includes(status))
    await run.everyMoment(without, ({ inquiry: { status, identity } }) => {
      const isAllowed = WITH_IDENTITY.includes(String(status)) || !isRecord(identity)
      demand(isAllowed, `${READ_ROUTE} of ${status}: carries identity`)
    })
  }),

  check('S4', 'identity.personalInfo: fullName, country, email, phone', async (run) => {
    await expectIdentity(run, 'personalInfo')
    await run.own('of two customers', async (tenant) => {
      const [one, other] = [await tenant.open(), await tenant.open()]
      await tenant.submit(one, '/personal-info', TYPED)
      await tenant.submit(other, '/personal-info', TYPED_BY_ANOTHER)
      for (const each of [one, other]) await tenant.complete(each, 'APPROVED')
      for (const [inquiryId, foreign] of [
        [one, TYPED_BY_ANOTHER],
        [other, TYPED],
      ] as const) {
        const { identity } = await tenant.readDecided(inquiryId, 'APPROVED')
        const personalInfo = fieldOf(identity, 'personalInfo')
        if (!isRecord(personalInfo)) throw new Unreachable('carries no personalInfo (N14)')
        for (const [field, value] of Object.entries(foreign)) {
          const isForeign = personalInfo[field] === value
          demand(!isForeign, `${READ_ROUTE}: ${field} is that of another inquiry`)
        }
      }
    })
  }),

  check('S5', 'identity.document: its fields, dates as dd-mm-yyyy', async (run) => {
    await expectIdentity(run, 'document')
    await run.own('of two customers', async (tenant) => {
      const one = await tenant.openCompleted('APPROVED', SCAN)
      const other = await tenant.openCompleted('APPROVED', OTHER_SCAN)
      for (const [inquiryId, foreign] of [
        [one, OTHER_SCAN],
        [other, SCAN],
      ] as const) {
        const { identity } = await tenant.read(inquiryId)
        const number = fieldOf(fieldOf(identity, 'document'), 'documentNumber')
        const isForeign = number === foreign.documentNumber
        demand(!isForeign, `${READ_ROUTE}: identity.document is that of another inquiry`)
      }
    })
  }),

  check('S6', `status is one of ${STATUSES.join(', ')}`, async (run) => {
    const { status: fresh } = await run.merchant.read(await run.pending())
    demand(STATUSES.includes(String(fresh)), `a fresh inquiry: the contract has no ${fresh}`)
    await run.everyMoment(STATUSES, (moment) => {
      const { life, given, secondsLater, decision, inquiry } = moment
      const { status } = inquiry
      if (isInFlow(moment))
        demand(STATUSES.includes(String(status)), `in the flow: the contract has no ${status}`)
      const how = decision ? `${status} by a portal decision` : `PENDING → ${status} by the flow`
      if (secondsLater === 0 && status !== 'PENDING') run.observe('N5', how)
      // N5, N7: the contract leaves later changes open, reversals included.
      if (secondsLater > 0 || given === 'PENDING') {
        if (status !== given) run.observe('N5', `${given} → ${status}, later`)
        return
      }
      demand(status === given, `${life && nameOf(life)}: expected ${given}, got ${status}`)
    })
  }),
]

function expectFields(inquiry: Fields, given: Fields): void {
  for (const [field, value] of Object.entries(given)) {
    // N21 leaves open how a missing one reads.
    if (value === undefined) continue
    const isId = /Id$/.test(field) && field !== 'referenceId'
    const isGiven = isId ? isSameId(inquiry[field], value) : inquiry[field] === value
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
          (fieldOf(identity[each], name) ?? undefined) === undefined ? `${each}.${name}` : [],
        ),
      )
      run.observe('N14', missing.length > 0 ? `${status}: without ${missing.join(', ')}` : 'all')
      const shown = identity[group] ?? undefined
      if (shown === undefined) throw new Unreachable(`carries no ${group}`)
      // N14: a field may be missing. Null is one way to say so.
      const present = isRecord(shown)
        ? Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null))
        : shown
      expectShape<unknown>(IDENTITY[group], present, `${READ_ROUTE} of ${status}, ${group}`)
    })
  }
}
