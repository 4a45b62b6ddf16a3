// Gaps that no clause's check observes (N2, N6, N8–N11, N29, N30, N32, N34). None of these can fail: see `canBreak`.
import { eventOf, eventsAbout, lagOf } from '../control.ts'
import { DAY_S, demand, fieldOf, MINUTE_S, Unreachable } from '../expectations.ts'
import { expectTimesOfTransitions, silentReversals } from '../lives.ts'
import { newReference } from '../merchant.ts'
import { check, FAILURES, type Run } from '../run.ts'
import { deliveryId } from './deliveries.ts'

/** An event that takes longer counts as late (N10). */
const SOON_S = 10 * MINUTE_S
/** If a key of this age works, the suite concludes that it lives until it is revoked (N34). */
const OLD_KEY_S = 400 * DAY_S

export const GAP_CHECKS = [
  check('N2', 'a failure under an Idempotency-Key, and its reuse at the same time', async (run) => {
    await run.also('at the same time', async () => {
      const key = { 'idempotency-key': crypto.randomUUID() }
      const fields = { referenceId: newReference() }
      const answers = await Promise.all([1, 2, 3].map(() => run.merchant.tryOpen(fields, key)))
      const ids = answers.flatMap(({ status, json }) =>
        status < 300 ? String(fieldOf(json, 'inquiryId')) : [],
      )
      run.observe('N2', `three at once: ${new Set(ids).size} opened, ${3 - ids.length} refused`)
    })
    await run.own('a failure', async (tenant) => {
      const key = { 'idempotency-key': crypto.randomUUID() }
      const fields = { referenceId: newReference() }
      await tenant.failNextOpen(500)
      const { status: first } = await tenant.tryOpen(fields, key)
      if (first < 500) throw new Unreachable('no failure could be made')
      const { status } = await tenant.tryOpen(fields, key)
      run.observe('N2', `after a ${first}: ${status < 300 ? 'opens' : `${status} again`}`)
    })
  }),

  check('N6', 'when the status shows a decision', async (run) => {
    const tenant = await run.createTenant()
    const inquiryId = await tenant.open()
    await tenant.complete(inquiryId, 'APPROVED')
    const [delivery] = await tenant.delivered()
    const { status } = await tenant.read(inquiryId)
    if (delivery) run.observe('N6', lagOf(delivery, status))
  }),

  check('N8', 'retries', async (run) => {
    const attempts = await run.attempts()
    const retries = attempts.length - 1
    run.observe('N8', `${retries} retries${retries < FAILURES ? '' : ' or more'}`)
    if (retries > 0) {
      const isNew = new Set(attempts.map(deliveryId)).size > 1
      run.observe('N11', isNew ? 'new for each attempt' : 'the same for every attempt')
      // Only retries show that a response counted as a failure.
      await observeAcceptedAnswer(run)
    }
    await run.own('two endpoints, one of which fails', async (tenant) => {
      const second = await tenant.registerEndpoint()
      tenant.failNext(1)
      const inquiryId = await tenant.approve()
      const accepted = await tenant.delivered(Infinity, second)
      const { length } = eventsAbout(accepted, inquiryId)
      demand(length === 1, `an endpoint that accepted an event got it ${length} times`)
      const next = await tenant.approve()
      const isSent = eventsAbout(await tenant.delivered(Infinity), next).length > 0
      demand(isSent, 'an endpoint that failed once gets no more events')
    })
  }),

  check('N10', 'order of deliveries', async (run) => {
    const tenant = await run.createTenant()
    for (let count = 0; count < 3; count += 1) {
      await tenant.complete(await tenant.open(), 'APPROVED')
      // The clock otherwise stands still, and simultaneous events have no order.
      await tenant.advance(1)
    }
    await tenant.advance(SOON_S)
    const soon = await tenant.arrived()
    const arrived = soon.length > 0 ? soon : await tenant.delivered(3)
    const times = arrived.map((delivery) => String(eventOf(delivery).createdAt))
    if (times.length < 2) return
    const isOrdered = times.join() === times.toSorted().join()
    const order = isOrdered ? 'in the order of createdAt' : 'not in the order of createdAt'
    run.observe('N10', soon.length > 0 ? order : `more than ${SOON_S / MINUTE_S} minutes late`)
  }),

  check('N29', 'a reversal without an event', async (run) => {
    const reversals = silentReversals(await run.lives())
    for (const each of reversals) run.observe('N29', each)
    if (reversals.length === 0) run.observe('N29', 'none within two months')
  }),

  check('N30', 'whose clock signs an event', async (run) => {
    const lives = await run.lives()
    expectTimesOfTransitions(lives)
    run.observe('N30', 'createdAt is when it happened, within two seconds')
  }),

  check('N32', 'the HTTP of a delivery', async (run) => {
    for (const { headers } of await run.deliveries())
      run.observe('N32', headers.upgrade ? `offers to upgrade: ${headers.upgrade}` : 'HTTP/1.1')
  }),

  check('N34', 'how long an API key lives', async (run) => {
    const tenant = await run.createTenant()
    const { apiKey } = await tenant.createKey()
    const holder = tenant.with({ key: apiKey })
    const inquiryId = await tenant.open()
    await tenant.advance(OLD_KEY_S)
    const { status } = await holder.status(inquiryId)
    const when = `after ${OLD_KEY_S / DAY_S} days`
    run.observe('N34', status === 401 ? `expired ${when}` : `still works ${when}`)
  }),
]

async function observeAcceptedAnswer(run: Run): Promise<void> {
  const tenant = await run.createTenant()
  tenant.failNext(1, 204)
  await tenant.approve()
  await tenant.advance(DAY_S)
  const isAccepted = (await tenant.arrived()).length === 1
  run.observe('N9', `204 ${isAccepted ? 'is accepted' : 'is a failure'}`)
}
