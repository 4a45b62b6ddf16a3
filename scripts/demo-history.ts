// Gives a new demo two weeks of inquiries while the app is built. The app's own code opens, completes and decides real inquiries,
// one after the other, with the sandbox's clock set to the time of each step. Afterwards, the times in the app's rows are moved
// back to match.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { POST } from '../app/api/webhooks/verification/route.ts'
import { applicationFormSchema, describeFields, simplestForm } from '../lib/application-form.ts'
import { getInquiryDetail } from '../lib/back-office/inquiry-detail.ts'
import { revealInquiry } from '../lib/back-office/reveal-inquiry.ts'
import { db } from '../lib/database/db.ts'
import { openInquiry } from '../lib/inquiries/open-inquiry.ts'
import { startReconciler } from '../lib/inquiries/reconcile.ts'
import type { Staff } from '../lib/roles.ts'
import { DEMO_ISSUER, DEMO_USERS } from '../lib/staff/demo-people.ts'
import { admit } from '../lib/staff/sign-in.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const STEP_TIMEOUT_MS = 20_000

interface Life {
  index: number
  applicant: { hash: string }
  /** The latest attempt's ids: ours and the service's. */
  inquiry: { id: string; serviceInquiryId: string }
}

/** A step of a course, and its distance in minutes from the previous step. */
type Step = [afterMinutes: number, happens: (life: Life, atMs: number) => Promise<void>]

const complete = (outcome: string): Step => [
  3,
  async ({ index, inquiry }, atMs) => {
    await control(`inquiries/${inquiry.serviceInquiryId}/complete`, {
      outcome,
      documentType: DOCUMENTS[index % DOCUMENTS.length],
      ...(outcome === 'NEEDS_REVIEW' && REVIEW_ORDERS[index % REVIEW_ORDERS.length]?.(atMs)),
      ...(outcome === 'FAILED' && { failedCapabilities: ['FACE_MATCH'] }),
    })
    await settle(inquiry.id, outcome)
  },
]
const decide = (status: string, note: string, afterMinutes = 4): Step => [
  afterMinutes,
  async ({ inquiry }) => {
    await control(`inquiries/${inquiry.serviceInquiryId}/decide`, { status, note })
    await settle(inquiry.id, status)
  },
]
/** Plants a fault in the next event's delivery. */
const fault = (kind: string): Step => [
  2,
  async ({ inquiry: { serviceInquiryId } }) => {
    await control('faults', { target: 'webhook', kind, match: { inquiryId: serviceInquiryId } })
  },
]
const review: Step = [95, ({ inquiry }) => look(inquiry.id)]
const applyAgain: Step = [
  3,
  async (life) => {
    life.inquiry = await apply(life.applicant, life.index)
  },
]
const approved = complete('APPROVED')
const waiting = complete('NEEDS_REVIEW')
const failed = complete('FAILED')

/** The course of an inquiry after the application, by its letter in DAYS. */
const COURSES: Record<string, Step[]> = {
  A: [approved],
  R: [waiting, review, decide('APPROVED', 'The pictures match.')],
  D: [waiting, review, decide('DECLINED', 'The document is not the applicant’s own.')],
  F: [failed],
  /** Fails, and is then tried again. */
  T: [failed, applyAgain, approved],
  /** Never finished. */
  X: [],
  W: [waiting],
  /** Reversed two days later. */
  V: [approved, decide('DECLINED', 'The document was reported as stolen.', 2_880)],
  /** Events that are delivered twice, first with a wrong signature, or never. */
  2: [fault('duplicate'), approved],
  B: [fault('wrong-secret'), approved],
  L: [fault('drop'), approved],
}

/** The applications of each day, oldest first: about 150. */
const DAYS =
  'AXARAAFAADA AARAAXAATAA A2AFAARAXAVA AADAAAXAFA AXALAARAAATA RAAXAAFA AADAAXA AVAARAFAXAAA ARAABAXAATAD AAFAAXARALAA ADAA2AAXAFAR AARAATAXA RWAXAAFADAA RAAFAAWAAXAWAXA'.split(
    ' ',
  )
const NOTES = ['', '', 'Please call in the morning.', '', 'I moved last month.', '', '']
const DOCUMENTS = ['passport', 'driving_license', 'passport', 'national_id']
/** Reasons for a review, each with data that shows it. Where the reason is missing, the service derives it from the data. */
const REVIEW_ORDERS: ((atMs: number) => object)[] = [
  () => ({}),
  () => ({ fullName: 'Mira Solberg', documentFullName: 'Mira Larkspur' }),
  (atMs) => ({
    dateOfExpiry: new Date(atMs + 60 * DAY_MS).toISOString().slice(0, 10),
    reviewReasons: ['The document expires within three months.'],
  }),
]

const settings = z
  .object({ DATABASE_URL: z.string(), PORT: z.string(), VERIFICATION_BASE_URL: z.string() })
  .parse(process.env)
const database = new pg.Client(settings.DATABASE_URL)
const startedAt = Date.now()
/** What the app has done since `since` belongs at `at` in the history. */
const moments: { since: Date; at: Date }[] = []
let reviewer: Staff | undefined

await database.connect()
const webhook = createServer(async (request, response) => {
  const headers = new Headers(
    Object.entries(request.headers).map(([name, value]) => [name, `${value}`]),
  )
  const body = await buffer(request)
  const answer = await POST(new Request('http://localhost', { method: 'POST', headers, body }))
  response.writeHead(answer.status).end(await answer.text())
}).listen(Number(settings.PORT), '127.0.0.1')
const reconciler = startReconciler()
for (const [index, { openedMs, course }] of plan().entries())
  await live(index, openedMs, COURSES[course] ?? [])
await reconciler.stop()
webhook.close().closeAllConnections()
await moveRowsBack()
await control('clock/set', { at: null })
await Promise.all([database.end(), db().$disconnect()])

function plan(): { openedMs: number; course: string }[] {
  return DAYS.flatMap((letters, day) =>
    [...letters].map((course, position) => {
      // Slightly irregular, and the same in every demo.
      const days = day + (position + 0.25 + ((day * 7 + position * 3) % 11) / 23) / letters.length
      return { course, openedMs: Math.round(startedAt - (DAYS.length - days) * DAY_MS) }
    }),
  )
}

async function live(index: number, openedMs: number, steps: Step[]): Promise<void> {
  const applicant = { hash: randomBytes(32).toString('hex') }
  let atMs = openedMs
  await moveTo(atMs)
  const life = { index, applicant, inquiry: await apply(applicant, index) }
  for (const [number, [afterMinutes, happens]] of steps.entries()) {
    // People take their own time, to the second.
    atMs += afterMinutes * MINUTE_MS + ((index * 97 + number * 41) % 240) * 1_000
    await moveTo(atMs)
    await happens(life, atMs)
  }
}

async function moveTo(ms: number): Promise<void> {
  const at = new Date(ms)
  await control('clock/set', { at: at.toISOString() })
  moments.push({ since: new Date(), at })
}

/** Submits an application, cycling through the form's choices. */
async function apply(
  applicant: { hash: string },
  index: number,
): Promise<{ id: string; serviceInquiryId: string }> {
  const choices = describeFields().flatMap(({ name, field }) => {
    if (name === 'note') return [[name, NOTES[index % NOTES.length]]]
    return 'options' in field ? [[name, field.options[index % field.options.length]?.id]] : []
  })
  const form = { ...simplestForm(), ...Object.fromEntries(choices) }
  await openInquiry(applicant, applicationFormSchema.parse(form))
  const row = await db().inquiry.findFirst({
    where: { applicantHash: applicant.hash },
    orderBy: { id: 'desc' },
  })
  if (!row?.serviceInquiryId) throw new Error('The inquiry was not opened.')
  return { id: row.id, serviceInquiryId: row.serviceInquiryId }
}

/** Waits until the app has read this status and called `openAccount`. If no event comes, this makes the read due. */
async function settle(id: string, status: string): Promise<void> {
  const { due } = z.object({ due: z.number() }).parse(await control('deliveries/flush', {}))
  // The service retries a rejected delivery after five seconds (N8).
  if (due > 0) await control('clock/advance', { seconds: 6 })
  await database.query(
    `UPDATE "Inquiry" SET "dueAt" = now(), "urgent" = true
      WHERE "id" = $1 AND NOT EXISTS (SELECT FROM "WebhookEvent" WHERE "serviceInquiryId" = "Inquiry"."serviceInquiryId")`,
    [id],
  )
  reconciler.wake()
  const endsAt = Date.now() + STEP_TIMEOUT_MS
  while (Date.now() < endsAt) {
    const { rowCount } = await database.query(
      `SELECT FROM "Inquiry" WHERE "id" = $1 AND "status" = $2
        AND ("grantedAt" IS NULL OR coalesce("account", "accountRefusal", "accountError") IS NOT NULL)`,
      [id, status],
    )
    if (rowCount) return
    await delay(20)
  }
  throw new Error(`The app didn't read ${status}.`)
}

async function look(id: string): Promise<void> {
  reviewer ??= await signIn()
  await getInquiryDetail(reviewer, id)
  const result = await revealInquiry(reviewer, id)
  // The service's clock is set back. By the app's clock, its links have already expired.
  if (!result.ok && result.error !== 'links_expired')
    throw new Error(`The identity was not revealed: ${result.error}`)
}

async function signIn(): Promise<Staff> {
  const person = DEMO_USERS.find(({ role }) => role === 'REVIEWER')
  if (!person) throw new Error('The demo has no reviewer.')
  const admitted = await admit({ ...person, issuer: DEMO_ISSUER, subject: person.email })
  if (typeof admitted === 'string') throw new Error(`The reviewer was refused: ${admitted}`)
  return { ...person, id: admitted.id }
}

async function control(path: string, body: object): Promise<unknown> {
  const response = await fetch(`${settings.VERIFICATION_BASE_URL}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`The sandbox answered ${path} with ${response.status}: ${text}`)
  return JSON.parse(text)
}

/**
 * Moves the app's times with one statement per table. Times from the service (`expiresAt`, an event's `signedAt`) are right
 * already, and `dueAt` stays in the future.
 */
async function moveRowsBack(): Promise<void> {
  await database.query(`
    CREATE TEMP TABLE moment ("since" timestamptz, "at" timestamptz);
    CREATE FUNCTION pg_temp.moved("time" timestamptz) RETURNS timestamptz LANGUAGE sql AS $$
      SELECT coalesce((
        SELECT "at" + ("time" - "since") FROM moment WHERE "since" <= "time" ORDER BY "since" DESC LIMIT 1
      ), "time") $$;
    -- An id of version 7 begins with its time in milliseconds.
    CREATE FUNCTION pg_temp.moved("id" uuid) RETURNS uuid LANGUAGE sql AS $$
      SELECT (lpad(to_hex(floor(extract(epoch FROM pg_temp.moved(uuid_extract_timestamp("id"))) * 1000)::bigint), 12, '0')
        || substr(replace("id"::text, '-', ''), 13))::uuid $$`)
  await database.query(
    'INSERT INTO moment SELECT * FROM unnest($1::timestamptz[], $2::timestamptz[])',
    [moments.map(({ since }) => since), moments.map(({ at }) => at)],
  )
  await database.query(`
    BEGIN;
    UPDATE "StatusChange" SET "at" = pg_temp.moved("at");
    UPDATE "Inquiry" SET "id" = pg_temp.moved("id"), "createdAt" = pg_temp.moved("createdAt"),
      "readAt" = pg_temp.moved("readAt"), "statusSince" = pg_temp.moved("statusSince"),
      "reversedAt" = pg_temp.moved("reversedAt"), "grantedAt" = pg_temp.moved("grantedAt"),
      "accountOpenedAt" = pg_temp.moved("accountOpenedAt");
    UPDATE "Notice" SET "at" = pg_temp.moved("at"), "sentAt" = pg_temp.moved("sentAt");
    UPDATE "WebhookEvent" SET "arrivedAt" = pg_temp.moved("arrivedAt"), "inquiryId" = pg_temp.moved("inquiryId");
    UPDATE "RejectedDelivery" SET "id" = pg_temp.moved("id"), "receivedAt" = pg_temp.moved("receivedAt");
    UPDATE "AuditEntry" SET "id" = pg_temp.moved("id"), "at" = pg_temp.moved("at"),
      "inquiryId" = pg_temp.moved("inquiryId");
    -- The history is no reason to limit anyone.
    DELETE FROM "RateLimiterFlexible";
    COMMIT`)
}
