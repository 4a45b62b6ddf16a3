// Opening an inquiry, and the fields of its body: O1–O6.
import { z } from 'zod'
import { clause } from '../clause.ts'
import { documentsOf } from '../documents.ts'
import {
  errorCodes,
  errorForm,
  expectRefused,
  expectShape,
  expectSuccess,
  uuidSchema,
} from '../expectations.ts'
import { open, openedId, read, readDecided } from '../inquiries.ts'
import { expectOtherTemplatesStay } from '../isolation.ts'
import type { Answer } from '../polite-http.ts'
import { type OwnTenant, USUAL_DEFINITION } from '../sandbox-control.ts'
import type { Trial } from '../trial.ts'
import { demand, Unreachable } from '../verdict.ts'

const MAX_REFERENCE_LENGTH = 256
const MAX_NOTE_LENGTH = 500
/** Every kind of character that each field allows. */
const REFERENCE_CHARACTERS = 'AZaz09._:@/-'
const NOTE_CHARACTERS = 'AZaz09 \n.,!?\'"():;-'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const CENTURY_MS = 100 * 365 * 24 * HOUR_MS
/** The same instant in forms of ISO-8601 that have a zone. */
const ISO_FORMS = [
  { suffix: 'Z', offsetMs: 0, length: 'yyyy-mm-ddThh:mm:ss'.length },
  { suffix: 'Z', offsetMs: 0, length: 'yyyy-mm-ddThh:mm'.length },
  { suffix: '+05:30', offsetMs: 5.5 * HOUR_MS, length: 'yyyy-mm-ddThh:mm:ss.mmm'.length },
  { suffix: '-0800', offsetMs: -8 * HOUR_MS, length: 'yyyy-mm-ddThh:mm:ss'.length },
  { suffix: '+02', offsetMs: 2 * HOUR_MS, length: 'yyyy-mm-ddThh:mm'.length },
] as const
const EXPIRY_TOLERANCE_MS = 5_000
const WITHOUT_SCAN = ['PERSONAL_INFO', 'FACE_MATCH']

/** Demands a refusal and notes its form (N3). */
function refused(trial: Trial, answer: Answer, when: string): void {
  expectRefused(answer, when)
  trial.observe('N3', errorForm(answer))
}

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
    const { givenMerchant } = trial.stage
    if (givenMerchant) openedId(await givenMerchant.open())
  }),

  clause('O2', 'inquiryTemplateId is required: the uuid of a published template', async (trial) => {
    const { merchant } = trial
    const without = await merchant.open({ inquiryTemplateId: undefined })
    refused(trial, without, 'no inquiryTemplateId')
    refused(
      trial,
      await merchant.open({ inquiryTemplateId: 'template' }),
      'an inquiryTemplateId that is not a uuid',
    )
    const unknown = await merchant.open({ inquiryTemplateId: crypto.randomUUID() })
    refused(trial, unknown, 'an unknown inquiryTemplateId')
    trial.observe('N22', describeError(unknown))
    await trial.also('a template that is not published', async () => {
      const tenant = await trial.ownTenant()
      const { templateId } = await tenant.createDraft(USUAL_DEFINITION)
      const answer = await tenant.merchant.open({ inquiryTemplateId: templateId })
      refused(trial, answer, 'a template that is not published')
    })
    await trial.also("another tenant's template", async () => {
      const { ids } = await trial.ownTenant()
      const answer = await merchant.open({ inquiryTemplateId: ids.templateId })
      refused(trial, answer, "another tenant's template")
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
    refused(trial, unknown, 'an unknown templateRevisionId')
    await trial.also('a published revision', async () => {
      const { revisionId } = stage
      if (revisionId === null) throw new Unreachable('give one with --revision, or use --control')
      openedId(await merchant.open({ templateRevisionId: revisionId }))
    })
    await trial.also('a draft revision', async () => {
      const tenant = await trial.ownTenant()
      const draft = await tenant.addRevision(tenant.ids.templateId, USUAL_DEFINITION)
      const answer = await tenant.merchant.open({ templateRevisionId: draft })
      refused(trial, answer, 'a draft revision')
      trial.observe('N4', `draft: ${describeError(answer)}`)
    })
    await trial.also('a disabled revision', async () => {
      const tenant = await trial.ownTenant()
      const templateRevisionId = tenant.ids.revisionId
      openedId(await tenant.merchant.open({ templateRevisionId }))
      await tenant.setEnabled(templateRevisionId, false)
      const answer = await tenant.merchant.open({ templateRevisionId })
      refused(trial, answer, 'a disabled revision')
      trial.observe('N4', `disabled: ${describeError(answer)}`)
      await tenant.setEnabled(templateRevisionId, true)
      const again = await tenant.merchant.open({ templateRevisionId })
      demand(again.status < 300, `a re-enabled revision: got ${again.status}`)
    })
    await trial.also('other templates', () => expectOtherTemplatesStay(trial))
    await trial.also("another tenant's revision", async () => {
      const { ids } = await trial.ownTenant()
      const answer = await merchant.open({ templateRevisionId: ids.revisionId })
      refused(trial, answer, "another tenant's revision")
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

  clause(
    'O4',
    'referenceId: optional, at most 256 of letters, digits and . _ : @ / -',
    async (trial) => {
      const { merchant } = trial
      const { referenceId: omitted } = await read(
        merchant,
        await open(merchant, { referenceId: undefined, note: undefined }),
      )
      demand((omitted ?? '') === '', 'an inquiry has a referenceId that nobody gave')
      trial.observe('N21', describeOmitted(omitted))
      const unique = `${REFERENCE_CHARACTERS}${crypto.randomUUID()}`
      const longest = unique.padEnd(MAX_REFERENCE_LENGTH, 'x')
      const { referenceId } = await read(merchant, await open(merchant, { referenceId: longest }))
      demand(
        referenceId === longest,
        'a referenceId of 256 characters does not read back unchanged',
      )
      const tooLong = await merchant.open({ referenceId: `${longest}x` })
      refused(trial, tooLong, 'a referenceId of 257 characters')
      for (const character of [' ', '#', '\n', '<']) {
        const answer = await merchant.open({ referenceId: `conformance${character}x` })
        refused(trial, answer, `${JSON.stringify(character)} in referenceId`)
      }
      const beyondAscii = await merchant.open({
        referenceId: `conformance-é-${crypto.randomUUID()}`,
      })
      trial.observe('N28', beyondAscii.status < 300 ? 'any Unicode letter' : 'ASCII letters')
    },
  ),

  clause(
    'O5',
    'note: optional, at most 500 of letters, digits, spaces, newlines and punctuation',
    async (trial) => {
      const { merchant } = trial
      const { note: omitted } = await read(merchant, await open(merchant, { note: undefined }))
      demand((omitted ?? '') === '', 'an inquiry has a note that nobody gave')
      const longest = NOTE_CHARACTERS.padEnd(MAX_NOTE_LENGTH, 'x')
      const { note } = await read(merchant, await open(merchant, { note: longest }))
      demand(note === longest, 'a note of 500 characters does not read back unchanged')
      refused(trial, await merchant.open({ note: `${longest}x` }), 'a note of 501 characters')
      for (const character of ['#', '<', '_', '/']) {
        const answer = await merchant.open({ note: `Note${character}x` })
        refused(trial, answer, `${JSON.stringify(character)} in note`)
      }
    },
  ),

  clause(
    'O6',
    "expiresAt: optional, ISO-8601, in the future, capped, the flow's expiry",
    async (trial) => {
      const { merchant } = trial
      const pending = await read(merchant, await trial.inquiries.pending())
      const own = instant(pending, 'expiresAt')
      const lifetimeMs = own - instant(pending, 'openedAt')
      trial.observe('N25', `${Math.round(lifetimeMs / HOUR_MS)} h`)
      // By the service's clock, because a sandbox's may have moved.
      const inMs = (ms: number) => instant(pending, 'openedAt') + ms
      const soonMs = Math.floor(inMs(HOUR_MS / 2) / MINUTE_MS) * MINUTE_MS
      for (const { suffix, offsetMs, length } of ISO_FORMS) {
        const local = new Date(soonMs + offsetMs).toISOString().slice(0, length)
        const answer = await merchant.open({ expiresAt: `${local}${suffix}` })
        const form = `an expiresAt of ${length} characters and ${suffix}`
        demand(answer.status < 300, `${form}: expected a success, got ${answer.status}`)
        const kept = instant(await read(merchant, openedId(answer)), 'expiresAt')
        demand(kept === soonMs, `${form} does not read back as the same instant`)
      }
      const next = await read(merchant, await open(merchant))
      demand(instant(next, 'expiresAt') !== soonMs, 'an inquiry has the expiresAt of another one')
      const past = new Date(inMs(-HOUR_MS)).toISOString()
      refused(trial, await merchant.open({ expiresAt: past }), 'an expiresAt in the past')
      refused(
        trial,
        await merchant.open({ expiresAt: 'tomorrow' }),
        'an expiresAt that is not a date',
      )
      const distant = await merchant.open({ expiresAt: new Date(inMs(CENTURY_MS)).toISOString() })
      // Refusing it is a cap too.
      if (distant.status < 300) {
        const capped = instant(await read(merchant, openedId(distant)), 'expiresAt')
        demand(capped <= own + HOUR_MS, "expiresAt goes beyond the inquiry's own expiry")
      } else refused(trial, distant, 'an expiresAt in a hundred years')
      await trial.also('the hosted flow closes at expiresAt', async () => {
        if (!trial.stage.control) return observeExpiryInRealTime(trial)
        const tenant = await trial.ownTenant()
        await tenant.freeze()
        const expiresAt = new Date((await tenant.nowMs()) + 10 * MINUTE_MS).toISOString()
        const [late, inTime] = [
          await open(tenant.merchant, { expiresAt }),
          await open(tenant.merchant, { expiresAt }),
        ]
        await tenant.advance(10 * 60 - 1)
        demand(await tenant.canComplete(inTime), 'the flow is closed before expiresAt')
        await tenant.advance(2)
        demand(!(await tenant.canComplete(late)), 'the flow still works after expiresAt')
        trial.observe('N7', `status ${(await read(tenant.merchant, late)).status}`)
        const { status } = await readDecided(tenant, inTime, 'APPROVED')
        demand(status === 'APPROVED', `an approval reads as ${status} once expiresAt has passed`)
      })
      await trial.also("the past by the service's clock", async () => {
        const tenant = await trial.ownTenant()
        const expiresAt = new Date((await tenant.nowMs()) + HOUR_MS).toISOString()
        await tenant.advance(2 * 60 * 60)
        refused(trial, await tenant.merchant.open({ expiresAt }), 'an expiresAt that has passed')
      })
    },
  ),
]

/** Observes N7 without a clock to move. Only a person could see whether the flow has closed. */
async function observeExpiryInRealTime(trial: Trial): Promise<void> {
  const { merchant } = trial
  const { waiting } = trial.stage
  const neededMs = MINUTE_MS + EXPIRY_TOLERANCE_MS
  if (waiting.maxMs < neededMs)
    throw new Unreachable(`needs --wait, for ${neededMs / 1000} s or more`)
  const opened = await merchant.open()
  const nowMs = Date.parse(opened.headers.get('date') ?? '') || Date.now()
  const expiresAt = new Date(nowMs + MINUTE_MS).toISOString()
  const inquiryId = await open(merchant, { expiresAt })
  waiting.say(`Waiting ${neededMs / 1000} s for an inquiry to expire (O6, N7) …`)
  await waiting.sleep(neededMs)
  trial.observe('N7', `status ${(await read(merchant, inquiryId)).status}`)
}

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

function describeOmitted(value: unknown): string {
  if (value === undefined) return 'omitted'
  return value === null ? 'null' : 'an empty string'
}

/** A date-time of the inquiry in milliseconds since the epoch. S2 checks its format. */
function instant(inquiry: Record<string, unknown>, field: string): number {
  const value = inquiry[field]
  const atMs = typeof value === 'string' ? Date.parse(value) : Number.NaN
  demand(!Number.isNaN(atMs), `${field} is not a date`)
  return atMs
}
