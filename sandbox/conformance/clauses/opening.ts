// Opening an inquiry: O1–O6.
import { type OwnTenant, USUAL_DEFINITION } from '../control.ts'
import { DAY_S, demand, expectSuccess, HOUR_S, MINUTE_S, Unreachable } from '../expectations.ts'
import { type Fields, instant, newReference, openedId } from '../merchant.ts'
import { clause, type Run } from '../run.ts'

const WITHOUT_SCAN = ['PERSONAL_INFO', 'FACE_MATCH']

/** Every kind of character that each field allows, which characters it allows, and how many. */
const REFERENCE = { kinds: 'AZaz09._:@/-', allowed: /^[A-Za-z0-9._:@/-]$/, max: 256 }
/** Whether a carriage return is part of a newline is open. */
const NOTE = {
  kinds: 'AZaz09 \n.,!?\'"():;-',
  allowed: /^[A-Za-z0-9 \r\n.,!?'"():;-]$/,
  max: 500,
}
/** All of ASCII, and one that is no letter in any alphabet (N28). */
const CHARACTERS = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), '€']
/** One of each kind. Each character takes a request, too many for a service that others use. */
const SAMPLE = ' \n\t#<+%@_/€'

const MINUTE_MS = MINUTE_S * 1000
const HOUR_MS = HOUR_S * 1000
const DAY_MS = DAY_S * 1000
const CENTURY_MS = 100 * 365 * DAY_MS
/** Seconds and milliseconds, which a service might drop. */
const SECONDS_MS = 47_789
/** Forms of ISO-8601 that have a zone. Each gives as many digits of the same instant as its pattern has. */
const ISO_FORMS = [
  { digits: 'yyyy-mm-ddThh:mm', zone: 'Z', offsetMinutes: 0 },
  { digits: 'yyyy-mm-ddThh:mm:ss', zone: 'Z', offsetMinutes: 0 },
  { digits: 'yyyy-mm-ddThh:mm:ss.f', zone: 'Z', offsetMinutes: 0 },
  { digits: 'yyyy-mm-ddThh:mm:ss.fff', zone: 'Z', offsetMinutes: 0 },
  { digits: 'yyyy-mm-ddThh:mm:ss.ffffff', zone: 'Z', offsetMinutes: 0 },
  { digits: 'yyyy-mm-ddThh:mm:ss.fff', zone: '+05:30', offsetMinutes: 5 * 60 + 30 },
  { digits: 'yyyy-mm-ddThh:mm:ss', zone: '-09:30', offsetMinutes: -(9 * 60 + 30) },
  { digits: 'yyyy-mm-ddThh:mm:ss', zone: '-0800', offsetMinutes: -8 * 60 },
  { digits: 'yyyy-mm-ddThh:mm', zone: '+02', offsetMinutes: 2 * 60 },
] as const

export const OPENING = [
  clause('O1', 'POST …/inquiries takes JSON and returns { inquiryId }', async (run) => {
    const { merchant } = run
    const answer = await merchant.tryOpen()
    const inquiryId = openedId(answer)
    demand(answer.mediaType === 'application/json', `${answer.request}: not application/json`)
    run.observe('N1', `open ${answer.status}`)
    expectSuccess(await merchant.status(inquiryId), 'that was just opened')
    demand((await merchant.open()) !== inquiryId, 'two opens return the same inquiryId')
    await merchant.open({}, { 'content-type': 'application/json; charset=utf-8' })
  }),

  clause('O2', 'inquiryTemplateId is required: the uuid of a published template', async (run) => {
    const { merchant } = run
    for (const [what, inquiryTemplateId] of [
      ['no inquiryTemplateId', undefined],
      ['an inquiryTemplateId that is not a uuid', 'template'],
    ] as const) {
      run.refused(await merchant.tryOpen({ inquiryTemplateId }), what)
    }
    const unknown = await merchant.tryOpen({ inquiryTemplateId: crypto.randomUUID() })
    run.refused(unknown, 'an unknown inquiryTemplateId')
    run.observe('N22', String(unknown.status))
    const inCapitals = merchant.credentials.templateId.toUpperCase()
    openedId(await merchant.tryOpen({ inquiryTemplateId: inCapitals }), 'with the id in capitals')
    await refuses(run, 'a template that is not published', async (tenant) => {
      const { templateId: inquiryTemplateId } = await tenant.createDraft(USUAL_DEFINITION)
      return { inquiryTemplateId }
    })
    await refuses(run, "another tenant's template", async () => {
      return { inquiryTemplateId: (await run.createTenant()).ids.templateId }
    })
    await run.own('which of two templates', async (tenant) => {
      const { templateId } = await tenant.createTemplate({ steps: WITHOUT_SCAN })
      const isRight =
        !(await hasScan(tenant, { inquiryTemplateId: templateId })) && (await hasScan(tenant, {}))
      demand(isRight, "an inquiry has the steps of the tenant's other template")
    })
  }),

  clause('O3', 'templateRevisionId pins a published, enabled revision', async (run) => {
    const { merchant } = run
    const unknown = await merchant.tryOpen({ templateRevisionId: crypto.randomUUID() })
    run.refused(unknown, 'an unknown templateRevisionId')
    await run.also('a published revision', async () => {
      const templateRevisionId = run.tenant?.ids.revisionId ?? run.options.revision
      if (templateRevisionId === undefined)
        throw new Unreachable('give one with --revision, or use --control')
      await merchant.open({ templateRevisionId })
    })
    await refuses(run, 'a draft revision', async (tenant) => {
      const draft = await tenant.addDraft(tenant.ids.templateId, USUAL_DEFINITION)
      return { templateRevisionId: draft }
    })
    await run.own('a disabled revision', async (tenant) => {
      const pinned = { templateRevisionId: tenant.ids.revisionId }
      await tenant.open(pinned)
      await tenant.setEnabled(tenant.ids.revisionId, false)
      const answer = await tenant.tryOpen(pinned)
      run.refused(answer, 'a disabled revision')
      run.observe('N4', `disabled: ${answer.status}`)
      await tenant.setEnabled(tenant.ids.revisionId, true)
      openedId(await tenant.tryOpen(pinned), 'with a revision that is enabled again')
    })
    await run.own('other templates', async (tenant) => {
      const { templateId } = await tenant.createTemplate(USUAL_DEFINITION)
      await tenant.setEnabled(tenant.ids.revisionId, false)
      const answer = await tenant.tryOpen({ inquiryTemplateId: templateId })
      openedId(answer, "after another template's revision was disabled")
    })
    await refuses(run, "another template's revision", async (tenant) => {
      const { revisionId } = await tenant.createTemplate(USUAL_DEFINITION)
      return { templateRevisionId: revisionId }
    })
    await refuses(run, "another tenant's revision", async () => {
      return { templateRevisionId: (await run.createTenant()).ids.revisionId }
    })
    await run.own('the steps of the pinned revision', async (tenant) => {
      const { revisionId: older } = tenant.ids
      const newer = await tenant.addRevision({ steps: WITHOUT_SCAN })
      const isRight =
        (await hasScan(tenant, { templateRevisionId: older })) &&
        !(await hasScan(tenant, { templateRevisionId: newer }))
      demand(isRight, 'an inquiry does not have the steps of the revision that it was pinned to')
    })
  }),

  clause(
    'O4',
    'referenceId: optional, at most 256 of letters, digits and . _ : @ / -',
    async (run) => {
      const { merchant } = run
      const withoutBoth = await merchant.open({ referenceId: undefined, note: undefined })
      const { referenceId: omitted } = await merchant.read(withoutBoth)
      demand((omitted ?? '') === '', 'an inquiry has a referenceId that nobody gave')
      const form = omitted === undefined ? 'omitted' : omitted === null ? 'null' : 'an empty string'
      run.observe('N21', form)
      await expectField(run, 'referenceId', REFERENCE)
      const beyondAscii = await merchant.tryOpen({ referenceId: `é-${newReference()}` })
      run.observe('N28', beyondAscii.status < 300 ? 'any Unicode letter' : 'ASCII letters')
    },
  ),

  clause(
    'O5',
    'note: optional, at most 500 of letters, digits, spaces, newlines and punctuation',
    async (run) => {
      const { merchant } = run
      const { note: omitted } = await merchant.read(await merchant.open({ note: undefined }))
      demand((omitted ?? '') === '', 'an inquiry has a note that nobody gave')
      const spaced = ' \n A  note.\n\n '
      const { note: shown } = await merchant.read(await merchant.open({ note: spaced }))
      demand(shown === spaced, 'a note does not keep the spaces and newlines around it')
      await expectField(run, 'note', NOTE)
    },
  ),

  clause(
    'O6',
    "expiresAt: optional, ISO-8601, in the future, capped, the flow's expiry",
    async (run) => {
      const { merchant } = run
      const pending = await merchant.read(await run.pending())
      const own = instant(pending, 'expiresAt')
      const lifetimeMs = own - instant(pending, 'openedAt')
      run.observe('N25', `${Math.round(lifetimeMs / HOUR_MS)} h`)
      // By the service's clock, because a sandbox's may have moved.
      const inMs = (ms: number) => instant(pending, 'openedAt') + ms
      const soonMs = Math.floor(inMs(HOUR_MS / 2) / MINUTE_MS) * MINUTE_MS + SECONDS_MS
      for (const { digits, zone, offsetMinutes } of ISO_FORMS) {
        const offsetMs = offsetMinutes * MINUTE_MS
        const local = new Date(soonMs + offsetMs).toISOString().replace('Z', '000')
        const given = local.slice(0, digits.length)
        const form = `with an expiresAt like ${digits}${zone}`
        const inquiryId = openedId(await merchant.tryOpen({ expiresAt: given + zone }), form)
        const kept = instant(await merchant.read(inquiryId), 'expiresAt')
        const isSame = kept === Date.parse(`${given}Z`) - offsetMs
        demand(isSame, `an inquiry ${form} does not read back as the same instant`)
      }
      const next = await merchant.read(await merchant.open())
      const isOwn = Math.abs(instant(next, 'expiresAt') - soonMs) > MINUTE_MS
      demand(isOwn, 'an inquiry has the expiresAt of another one')
      for (const [what, expiresAt] of [
        ['in the past', new Date(inMs(-HOUR_MS)).toISOString()],
        ['that is not a date', 'tomorrow'],
      ] as const) {
        run.refused(await merchant.tryOpen({ expiresAt }), `an expiresAt ${what}`)
      }
      for (const beyondMs of [2 * DAY_MS, CENTURY_MS]) {
        const expiresAt = new Date(own + beyondMs).toISOString()
        const distant = await merchant.tryOpen({ expiresAt })
        // Refusing it is a cap too.
        if (distant.status < 300) {
          const capped = instant(await merchant.read(openedId(distant)), 'expiresAt')
          demand(capped <= own + HOUR_MS, "expiresAt goes beyond the inquiry's own expiry")
        } else run.refused(distant, `an expiresAt ${beyondMs / DAY_MS} days too late`)
      }
      await run.also('the hosted flow closes at expiresAt', async () => {
        const tenant = await run.createTenant()
        const expiresAt = await tenant.inSeconds(10 * MINUTE_S)
        const [late, inTime] = [await tenant.open({ expiresAt }), await tenant.open({ expiresAt })]
        await tenant.advance(10 * MINUTE_S - 1)
        demand(
          await tenant.can('complete', inTime, { outcome: 'APPROVED' }),
          'the flow is closed before expiresAt',
        )
        await tenant.advance(2)
        const isClosed = !(await tenant.can('capabilities', late, { capability: 'FACE_MATCH' }))
        demand(isClosed, 'the flow still takes results after expiresAt')
        demand(
          !(await tenant.can('complete', late, { outcome: 'APPROVED' })),
          'the flow still works after expiresAt',
        )
        run.observe('N7', `status ${(await tenant.read(late)).status}`)
        const { status } = await tenant.readDecided(inTime, 'APPROVED')
        demand(status === 'APPROVED', `an approval reads as ${status} once expiresAt has passed`)
      })
      await run.own("the past by the service's clock", async (tenant) => {
        const expiresAt = await tenant.inSeconds(HOUR_S)
        await tenant.advance(2 * HOUR_S)
        run.refused(await tenant.tryOpen({ expiresAt }), 'an expiresAt that has passed')
      })
    },
  ),
]

/** A tenant of its own may not open with these fields. */
function refuses(
  run: Run,
  what: string,
  fieldsFrom: (tenant: OwnTenant) => Promise<Fields>,
): Promise<boolean> {
  return run.own(what, async (tenant) => {
    run.refused(await tenant.tryOpen(await fieldsFrom(tenant)), what)
  })
}

/** Whether an inquiry opened with these fields includes a document scan. */
async function hasScan(tenant: OwnTenant, fields: Fields): Promise<boolean> {
  const documents = await tenant.listDocuments(await tenant.openCompleted('APPROVED', {}, fields))
  return documents.some(({ type }) => type === 'passport')
}

/** O4, O5: the longest value reads back, and one more character is refused, as is each that the field doesn't allow. */
async function expectField(
  run: Run,
  field: string,
  { kinds, allowed, max }: typeof REFERENCE,
): Promise<void> {
  const { merchant } = run
  const longest = `${kinds}${crypto.randomUUID()}`.padEnd(max, 'x')
  const shown = await merchant.read(await merchant.open({ [field]: longest }))
  demand(shown[field] === longest, `a ${field} of ${max} characters does not read back unchanged`)
  const tooLong = await merchant.tryOpen({ [field]: `${longest}x` })
  run.refused(tooLong, `a ${field} of ${max + 1} characters`)
  for (const character of CHARACTERS) {
    if (allowed.test(character)) continue
    if (!run.tenant && !SAMPLE.includes(character)) continue
    const name = JSON.stringify(character)
    const inside = await merchant.tryOpen({ [field]: `conformance${character}x` })
    run.refused(inside, `${name} in ${field}`)
    // At the end, too, if trimming would remove it.
    if (character > ' ') continue
    const atEnd = await merchant.tryOpen({ [field]: `conformance${character}` })
    run.refused(atEnd, `${name} at the end of ${field}`)
  }
}
