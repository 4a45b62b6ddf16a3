// The expiry that a merchant gives an inquiry: O6.
import { clause } from '../clause.ts'
import { open, openedId, read, readDecided } from '../inquiries.ts'
import type { Trial } from '../trial.ts'
import { demand, Unreachable } from '../verdict.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
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
const EXPIRY_TOLERANCE_MS = 5_000

export const EXPIRES_AT = [
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
      const soonMs = Math.floor(inMs(HOUR_MS / 2) / MINUTE_MS) * MINUTE_MS + SECONDS_MS
      for (const { digits, zone, offsetMinutes } of ISO_FORMS) {
        const offsetMs = offsetMinutes * MINUTE_MS
        const local = new Date(soonMs + offsetMs).toISOString().replace('Z', '000')
        const given = local.slice(0, digits.length)
        const answer = await merchant.open({ expiresAt: given + zone })
        const form = `an expiresAt like ${digits}${zone}`
        demand(answer.status < 300, `${form}: expected a success, got ${answer.status}`)
        const kept = instant(await read(merchant, openedId(answer)), 'expiresAt')
        const isSame = kept === Date.parse(`${given}Z`) - offsetMs
        demand(isSame, `${form} does not read back as the same instant`)
      }
      const next = await read(merchant, await open(merchant))
      const isOwn = Math.abs(instant(next, 'expiresAt') - soonMs) > MINUTE_MS
      demand(isOwn, 'an inquiry has the expiresAt of another one')
      const past = new Date(inMs(-HOUR_MS)).toISOString()
      trial.refused(await merchant.open({ expiresAt: past }), 'an expiresAt in the past')
      trial.refused(
        await merchant.open({ expiresAt: 'tomorrow' }),
        'an expiresAt that is not a date',
      )
      for (const beyondMs of [2 * DAY_MS, CENTURY_MS]) {
        const expiresAt = new Date(own + beyondMs).toISOString()
        const distant = await merchant.open({ expiresAt })
        // Refusing it is a cap too.
        if (distant.status < 300) {
          const capped = instant(await read(merchant, openedId(distant)), 'expiresAt')
          demand(capped <= own + HOUR_MS, "expiresAt goes beyond the inquiry's own expiry")
        } else trial.refused(distant, `an expiresAt ${beyondMs / DAY_MS} days too late`)
      }
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
        const isClosed = !(await tenant.canRecord(late, { capability: 'FACE_MATCH' }))
        demand(isClosed, 'the flow still takes results after expiresAt')
        demand(!(await tenant.canComplete(late)), 'the flow still works after expiresAt')
        trial.observe('N7', `status ${(await read(tenant.merchant, late)).status}`)
        const { status } = await readDecided(tenant, inTime, 'APPROVED')
        demand(status === 'APPROVED', `an approval reads as ${status} once expiresAt has passed`)
      })
      await trial.also("the past by the service's clock", async () => {
        const tenant = await trial.ownTenant()
        const expiresAt = new Date((await tenant.nowMs()) + HOUR_MS).toISOString()
        await tenant.advance(2 * 60 * 60)
        trial.refused(await tenant.merchant.open({ expiresAt }), 'an expiresAt that has passed')
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

/** A date-time of the inquiry in milliseconds since the epoch. S2 checks its format. */
function instant(inquiry: Record<string, unknown>, field: string): number {
  const value = inquiry[field]
  const atMs = typeof value === 'string' ? Date.parse(value) : Number.NaN
  demand(!Number.isNaN(atMs), `${field} is not a date`)
  return atMs
}
