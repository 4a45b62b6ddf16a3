// Opening an inquiry: O1–O8.

import { z } from 'zod'
import { clause, demand, Unreachable } from '../clause.ts'
import {
  errorCodes,
  errorForm,
  expectRefused,
  expectShape,
  expectSuccess,
  uuidSchema,
} from '../expectations.ts'
import { open, openedId, read } from '../inquiries.ts'
import type { Answer } from '../polite-http.ts'
import { USUAL_DEFINITION } from '../sandbox-control.ts'
import type { Trial } from '../trial.ts'

const MAX_REFERENCE_LENGTH = 256
const MAX_NOTE_LENGTH = 500
/** Every kind of character that each field allows. */
const REFERENCE_CHARACTERS = 'AZaz09._:@/-'
const NOTE_CHARACTERS = 'AZaz09 \n.,!?\'"():;-'
const HOUR_MS = 60 * 60 * 1000
const CENTURY_MS = 100 * 365 * 24 * HOUR_MS

/** Refused, and the form of the refusal noted (N3). */
function refused(trial: Trial, answer: Answer, when: string): void {
  expectRefused(answer, when)
  trial.observe('N3', errorForm(answer))
}

export const OPENING = [
  clause('O1', 'POST …/inquiries takes JSON and answers { inquiryId }', async (trial) => {
    const answer = await trial.merchant.open()
    expectSuccess(answer)
    demand(answer.mediaType === 'application/json', `${answer.request}: not application/json`)
    expectShape(z.object({ inquiryId: uuidSchema }), answer.json, answer.request)
    trial.observe('N1', `open ${answer.status}`)
    const { givenMerchant } = trial.stage
    if (givenMerchant) openedId(await givenMerchant.open())
  }),

  clause('O2', 'inquiryTemplateId is required, a uuid, of a published template', async (trial) => {
    const { merchant } = trial
    const without = await merchant.open({ inquiryTemplateId: undefined })
    refused(trial, without, 'no inquiryTemplateId')
    refused(trial, await merchant.open({ inquiryTemplateId: 'template' }), 'no uuid')
    const unknown = await merchant.open({ inquiryTemplateId: crypto.randomUUID() })
    refused(trial, unknown, 'an unknown inquiryTemplateId')
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
      trial.observe('N4', `draft: ${answer.status} ${errorCodes(answer.json).join(' ')}`.trim())
    })
    await trial.also('a disabled revision', async () => {
      const tenant = await trial.ownTenant()
      const templateRevisionId = tenant.ids.revisionId
      openedId(await tenant.merchant.open({ templateRevisionId }))
      await tenant.disable(templateRevisionId)
      const answer = await tenant.merchant.open({ templateRevisionId })
      refused(trial, answer, 'a disabled revision')
      trial.observe('N4', `disabled: ${answer.status} ${errorCodes(answer.json).join(' ')}`.trim())
    })
  }),

  clause(
    'O4',
    'referenceId: optional, at most 256 of letters, digits and . _ : @ / -',
    async (trial) => {
      const { merchant } = trial
      await open(merchant, { referenceId: undefined })
      const unique = `${REFERENCE_CHARACTERS}${crypto.randomUUID()}`
      const longest = unique.padEnd(MAX_REFERENCE_LENGTH, 'x')
      const { referenceId } = await read(merchant, await open(merchant, { referenceId: longest }))
      demand(referenceId === longest, 'a referenceId of 256 characters is not read back as given')
      const tooLong = await merchant.open({ referenceId: `${longest}x` })
      refused(trial, tooLong, 'a referenceId of 257 characters')
      for (const character of [' ', '#', '\n', '<']) {
        const answer = await merchant.open({ referenceId: `conformance${character}x` })
        refused(trial, answer, `${JSON.stringify(character)} in referenceId`)
      }
    },
  ),

  clause(
    'O5',
    'note: optional, at most 500 of letters, digits, spaces, newlines and punctuation',
    async (trial) => {
      const { merchant } = trial
      await open(merchant, { note: undefined })
      const longest = NOTE_CHARACTERS.padEnd(MAX_NOTE_LENGTH, 'x')
      const { note } = await read(merchant, await open(merchant, { note: longest }))
      demand(note === longest, 'a note of 500 characters is not read back as given')
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
      const own = instant(await read(merchant, await trial.inquiries.pending()), 'expiresAt')
      const soon = new Date(Date.now() + HOUR_MS).toISOString()
      const chosen = await read(merchant, await open(merchant, { expiresAt: soon }))
      demand(
        instant(chosen, 'expiresAt') === Date.parse(soon),
        'expiresAt is not read back as given',
      )
      const past = new Date(Date.now() - HOUR_MS).toISOString()
      refused(trial, await merchant.open({ expiresAt: past }), 'an expiresAt in the past')
      refused(trial, await merchant.open({ expiresAt: 'tomorrow' }), 'an expiresAt that is no date')
      const distant = await merchant.open({
        expiresAt: new Date(Date.now() + CENTURY_MS).toISOString(),
      })
      // To refuse it caps it as well; what must not happen is that it is kept.
      if (distant.status < 300) {
        const capped = instant(await read(merchant, openedId(distant)), 'expiresAt')
        demand(capped <= own + HOUR_MS, "expiresAt goes beyond the inquiry's own expiry")
      } else refused(trial, distant, 'an expiresAt in a hundred years')
      await trial.also('the hosted flow is closed after expiresAt', async () => {
        const tenant = await trial.ownTenant()
        const expiresAt = new Date((await tenant.nowMs()) + HOUR_MS).toISOString()
        const inquiryId = await open(tenant.merchant, { expiresAt })
        await tenant.advance((HOUR_MS + 1000) / 1000)
        demand(!(await tenant.canComplete(inquiryId)), 'the flow still works after expiresAt')
        trial.observe('N7', `status ${(await read(tenant.merchant, inquiryId)).status}`)
      })
    },
  ),

  clause('O7', 'Idempotency-Key is optional and makes retries safe', async (trial) => {
    const { merchant } = trial
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const fields = { referenceId: `conformance-${crypto.randomUUID()}` }
    const first = openedId(await merchant.open(fields, headers))
    const again = await merchant.open(fields, headers)
    demand(
      again.status === 409 || again.status < 300,
      `a retry with the same key and body: expected a success or 409, got ${again.status}`,
    )
    if (again.status === 409) trial.observe('N2', 'same body: 409')
    else {
      const same = openedId(again) === first
      trial.observe(
        'N2',
        same ? 'same body: the first answer again' : 'same body: a second inquiry',
      )
    }
    const other = await merchant.open({ ...fields, note: 'Another body.' }, headers)
    demand(other.status < 500, `the same key with another body: got ${other.status}`)
    trial.observe('N2', `other body: ${other.status}`)
    const next = await merchant.open(fields, { 'idempotency-key': crypto.randomUUID() })
    demand(openedId(next) !== first, 'another Idempotency-Key gives the same inquiry')
  }),

  clause('O8', 'X-Correlation-Id is optional on every route', async (trial) => {
    const { merchant } = trial
    const given = { 'x-correlation-id': crypto.randomUUID() }
    for (const headers of [{}, given]) {
      const when = headers === given ? 'with' : 'without'
      const inquiryId = openedId(await merchant.open({}, headers))
      expectSuccess(await merchant.status(inquiryId, headers))
      const documents = await merchant.documents(inquiryId, headers)
      const usable = documents.status < 300 || documents.status === 403
      demand(usable, `${documents.request} ${when} X-Correlation-Id: got ${documents.status}`)
    }
  }),
]

/** A date-time of the inquiry in milliseconds since the epoch; what form it has is for S2 to judge. */
function instant(inquiry: Record<string, unknown>, field: string): number {
  const value = inquiry[field]
  const atMs = typeof value === 'string' ? Date.parse(value) : Number.NaN
  demand(!Number.isNaN(atMs), `${field} is no date`)
  return atMs
}
