// Opening an inquiry (O1–O6).
import { type OwnTenant, USUAL_DEFINITION } from '../control.ts'
import {
  DAY_S,
  demand,
  expectSuccess,
  HOUR_S,
  MINUTE_S,
  toMs,
  Unreachable,
} from '../expectations.ts'
import { type Fields, instant, newReference, openedId } from '../merchant.ts'
import { check, type Run } from '../run.ts'

const WITHOUT_SCAN = ['PERSONAL_INFO', 'FACE_MATCH']

/** For each field, one character of every allowed kind, the allowed characters, and the maximum length. */
const REFERENCE = { kinds: 'AZaz09._:@/-', allowed: /^[A-Za-z0-9._:@/-]$/, max: 256 }
/** The contract doesn't say whether a carriage return belongs to a newline, so the suite doesn't try one. */
const NOTE = {
  kinds: 'AZaz09 \n.,!?\'"():;-',
  allowed: /^[A-Za-z0-9 \r\n.,!?'"():;-]$/,
  max: 500,
}
/** All of ASCII, and one character that is no letter in any alphabet (N28). */
const CHARACTERS = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), '€']
/** One character of each kind. Each takes a request, and trying all would be too many for a service that others use. */
const SAMPLE = ' \n\t#<+%@_/€'

const MINUTE_MS = MINUTE_S * 1000
const HOUR_MS = HOUR_S * 1000
const DAY_MS = DAY_S * 1000
const CENTURY_MS = 100 * 365 * DAY_MS
/** Seconds and milliseconds, to see whether a service drops them. */
const SECONDS_MS = 47_789
/**
 * Forms of ISO-8601 with a zone. Each writes the same instant with as many digits as its pattern has. A service must accept the
 * `isUsual` forms, which RFC 3339 has too. It may refuse the others, but must not misread them.
 */
const ISO_FORMS = [
  { digits: 'yyyy-mm-ddThh:mm:ss', zone: 'Z', offsetMinutes: 0, isUsual: true },
  { digits: 'yyyy-mm-ddThh:mm:ss.f', zone: 'Z', offsetMinutes: 0, isUsual: true },
  { digits: 'yyyy-mm-ddThh:mm:ss.fff', zone: 'Z', offsetMinutes: 0, isUsual: true },
  { digits: 'yyyy-mm-ddThh:mm:ss.ffffff', zone: 'Z', offsetMinutes: 0, isUsual: true },
  { digits: 'yyyy-mm-ddThh:mm:ss.fff', zone: '+05:30', offsetMinutes: 330, isUsual: true },
  { digits: 'yyyy-mm-ddThh:mm:ss', zone: '-09:30', offsetMinutes: -570, isUsual: true },
  { digits: 'yyyy-mm-ddThh:mm', zone: 'Z', offsetMinutes: 0, isUsual: false },
  { digits: 'yyyy-mm-ddThh:mm:ss', zone: '-0800', offsetMinutes: -480, isUsual: false },
  { digits: 'yyyy-mm-ddThh:mm', zone: '+02', offsetMinutes: 120, isUsual: false },
] as const

export const OPENING = [
  check('O1', 'POST …/inquiries takes JSON and returns { inquiryId }', async (run) => {
    const { merchant } = run
    const answer = await merchant.tryOpen()
    const inquiryId = openedId(answer)
    // The contract names no media type, so only a type other than JSON contradicts it.
    const isDeclared = answer.mediaType === '' || /[/+]json$/.test(answer.mediaType)
    demand(isDeclared, `${answer.request}: declared as ${answer.mediaType}, not as JSON`)
    run.observe('N1', `open ${answer.status}`)
    expectSuccess(await merchant.status(inquiryId), 'that was just opened')
    demand((await merchant.open()) !== inquiryId, 'two opens return the same inquiryId')
    await merchant.open({}, { 'content-type': 'application/json; charset=utf-8' })
  }),

  check('O2', 'inquiryTemplateId is required: the uuid of a published template', async (run) => {
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

  check('O3', 'templateRevisionId pins a published, enabled revision', async (run) => {
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

  check(
    'O4',
    'referenceId: optional, at most 256 of letters, digits and . _ : @ / -',
    async (run) => {
      const { merchant } = run
      const withoutBoth = await merchant.open({ referenceId: undefined, note: undefined })
      const { referenceId, note } = await merchant.read(withoutBoth)
      for (const omitted of [referenceId, note]) run.observe('N21', formOfOmitted(omitted))
      await expectField(run, 'referenceId', REFERENCE)
      const beyondAscii = await merchant.tryOpen({ referenceId: `é-${newReference()}` })
      run.observe('N28', beyondAscii.status < 300 ? 'any Unicode letter' : 'ASCII letters')
    },
  ),

  check(
    'O5',
    'note: optional, at most 500 of letters, digits, spaces, newlines and punctuation',
    async (run) => {
      const { merchant } = run
      const spaced = ' \n A  note.\n\n '
      const { note: shown } = await merchant.read(await merchant.open({ note: spaced }))
      demand(shown === spaced, 'a note does not keep the spaces and newlines around it')
      await expectField(run, 'note', NOTE)
    },
  ),

  check(
    'O6',
    "expiresAt: optional, ISO-8601, in the future, capped, the flow's expiry",
    async (run) => {
      const { merchant } = run
      const pending = await merchant.read(await run.pending())
      const own = instant(pending, 'expiresAt')
      const lifetimeMs = own - instant(pending, 'openedAt')
      run.observe('N25', `${Math.round(lifetimeMs / HOUR_MS)} h`)
      // By the service's clock, because a sandbox's clock may have moved.
      const inMs = (ms: number) => instant(pending, 'openedAt') + ms
      const untilSoonMs = Math.min(HOUR_MS, lifetimeMs) / 2
      const soonMs = Math.floor(inMs(untilSoonMs) / MINUTE_MS) * MINUTE_MS + SECONDS_MS
      /** expiresAt reads back as given. Some services show the inquiry's own expiry instead, which the suite accepts (N25). */
      const expectKept = async (inquiryId: string, givenMs: number, form: string) => {
        const inquiry = await merchant.read(inquiryId)
        const kept = instant(inquiry, 'expiresAt')
        const isOwn = Math.abs(kept - instant(inquiry, 'openedAt') - lifetimeMs) <= 1_000
        // The service may show whole seconds.
        const isKept = Math.abs(kept - givenMs) < 1_000
        demand(isKept || isOwn, `an inquiry ${form} reads back as another instant`)
        if (isOwn) run.observe('N25', 'the inquiry reads its own expiry, whatever was given')
      }
      for (const { digits, zone, offsetMinutes, isUsual } of ISO_FORMS) {
        const offsetMs = offsetMinutes * MINUTE_MS
        const local = new Date(soonMs + offsetMs).toISOString().replace('Z', '000')
        const given = local.slice(0, digits.length)
        const form = `with an expiresAt like ${digits}${zone}`
        const answer = await merchant.tryOpen({ expiresAt: given + zone })
        if (!isUsual && answer.status >= 400) continue
        await expectKept(openedId(answer, form), toMs(`${given}Z`) - offsetMs, form)
      }
      await run.also('without a zone', async () => {
        const given = new Date(soonMs).toISOString().replace('Z', '')
        const answer = await merchant.tryOpen({ expiresAt: given })
        if (answer.status >= 400) return run.observe('N33', String(answer.status))
        const kept = instant(await merchant.read(openedId(answer)), 'expiresAt')
        const hours = Math.round((10 * (kept - soonMs)) / HOUR_MS) / 10
        run.observe(
          'N33',
          hours === 0 ? 'taken as UTC' : `taken as UTC${hours > 0 ? '-' : '+'}${Math.abs(hours)} h`,
        )
      })
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
        // A refusal also counts as a cap.
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
        if (status !== 'APPROVED')
          run.observe('N5', `an approval reads as ${status} once expiresAt has passed`)
      })
      await run.own("the past by the service's clock", async (tenant) => {
        const expiresAt = await tenant.inSeconds(HOUR_S)
        await tenant.advance(2 * HOUR_S)
        run.refused(await tenant.tryOpen({ expiresAt }), 'an expiresAt that has passed')
      })
    },
  ),
]

function formOfOmitted(value: unknown): string {
  if (value === undefined) return 'omitted'
  if (value === null) return 'null'
  return value === '' ? 'an empty string' : 'a value of its own'
}

/** Expects a refusal of these fields, in a new tenant. */
function refuses(
  run: Run,
  what: string,
  fieldsFrom: (tenant: OwnTenant) => Promise<Fields>,
): Promise<boolean> {
  return run.own(what, async (tenant) => {
    run.refused(await tenant.tryOpen(await fieldsFrom(tenant)), what)
  })
}

async function hasScan(tenant: OwnTenant, fields: Fields): Promise<boolean> {
  const documents = await tenant.listDocuments(await tenant.openCompleted('APPROVED', {}, fields))
  return documents.some(({ type }) => type === 'passport')
}

/** O4, O5: the longest value reads back unchanged. One character more is refused, and so is any character that isn't allowed. */
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
    // Also at the end, if trimming would remove the character.
    if (character > ' ') continue
    const atEnd = await merchant.tryOpen({ [field]: `conformance${character}` })
    run.refused(atEnd, `${name} at the end of ${field}`)
  }
}
