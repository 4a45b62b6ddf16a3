// The reconciler's loop, and reads that someone waits for. read-inquiry.test.ts covers what a read does to its row.

import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { db } from '../db'
import { env } from '../env'
import type { ScriptedAnswer } from '../testing/scripted-service'
import { insertOpenInquiry } from '../testing/test-app'
import { hearEvent, makeDue, reload } from '../testing/test-inquiry'
import {
  ANSWER_MS,
  insertDue,
  insertManyDue,
  SOON_MS,
  settled,
  shows,
  WITHIN,
  withReconciler,
} from '../testing/test-reconciler'
import { readAtOnce, reconcileDue, reconcileOne, reconcileSoon, startReconciler } from './reconcile'

const { app, startLoop } = withReconciler()

test('the loop finds what has become due', async () => {
  app.service.answer(shows('NEEDS_REVIEW'))
  startLoop()
  await settled((await insertDue()).id)
})

test('the loop keeps going: a read that ends makes room for the next', async () => {
  app.service.answer(shows('NEEDS_REVIEW'))
  const loop = startLoop()
  for (let n = 0; n < 16; n++) {
    const row = await insertDue()
    loop.wake()
    await settled(row.id)
  }
})

test('the loop opens the account of an approval that it read', async () => {
  app.service.answer(shows('APPROVED'))
  startLoop()
  const row = await insertDue()
  await vi.waitFor(
    async () => expect((await reload(row)).accountOpening?.openedAt).toEqual(expect.any(Date)),
    WITHIN,
  )
})

test('a due inquiry is left to the loop of its process', async () => {
  app.service.answer(shows('NEEDS_REVIEW'))
  startLoop()
  const row = await insertDue()
  reconcileSoon(row.id, () => expect.unreachable())
  await settled(row.id)
})

test('in a process without a loop, a due inquiry is settled after the response', async () => {
  app.service.answer(shows('APPROVED'))
  const row = await insertDue()
  const afterwards: (() => Promise<unknown>)[] = []
  reconcileSoon(row.id, (work) => afterwards.push(work))
  expect(app.service.requests).toEqual([])
  expect(afterwards).toHaveLength(1)
  for (const work of afterwards) await work()
  expect(await reload(row)).toMatchObject({
    status: 'APPROVED',
    accountOpening: { openedAt: expect.any(Date) },
  })
})

test('while calls are paused, the service is not called, even if someone is waiting', async () => {
  const pausedUntil = new Date(Date.now() + 60_000)
  await db().serviceGate.create({ data: { id: 1, tokens: 100, pausedUntil } })
  app.service.answer(shows('NEEDS_REVIEW'))
  const row = await insertDue()
  expect(await readAtOnce(row.id, 0)).toBe(false)
  expect(await reconcileDue(1_000)).toEqual({ reconciled: 0, isComplete: false })
  await reconcileOne(row.id)
  expect(app.service.requests).toEqual([])
  expect(await db().inquiry.findUniqueOrThrow({ where: { id: row.id } })).toEqual(row)
})

test('reads run in parallel, at most 64 at a time', async () => {
  let underWay = 0
  let most = 0
  app.service.answer(async (request, nth) => {
    most = Math.max(most, ++underWay)
    await sleep(ANSWER_MS)
    underWay--
    return shows('NEEDS_REVIEW')(request, nth)
  })
  const rows = await insertManyDue(80)
  const loop = startLoop()
  for (let n = 0; n < 100; n++) loop.wake()
  for (const row of rows) await settled(row.id)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(64)
})

/** Sends the head of a response immediately, then a space every 50 ms. */
const trickles = (goesOn: () => boolean): ScriptedAnswer => ({
  body: Readable.from(
    (async function* () {
      while (goesOn()) {
        yield ' '
        await sleep(50)
      }
    })(),
  ),
})

/** Eight responses trickle in, and an approval arrives in the meantime. */
async function approveWhileOthersTrickle(run: () => { wake: () => void } | null): Promise<void> {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 600 })
  const trickling = await Promise.all(Array.from({ length: 8 }, () => insertDue()))
  const ids = new Set(trickling.map(({ inquiryId }) => inquiryId))
  let goesOn = true
  app.service.answer((request, nth) =>
    ids.has(request.path.split('/').at(-1) ?? '')
      ? trickles(() => goesOn)
      : shows('APPROVED')(request, nth),
  )
  const loop = run()
  await vi.waitUntil(() => app.service.requests.length === 8, WITHIN)
  const approved = await insertOpenInquiry()
  const heardAt = Date.now()
  await hearEvent(approved, 'APPROVED')
  loop?.wake()
  await vi.waitFor(async () => expect((await reload(approved)).grantedAt).not.toBeNull(), WITHIN)
  expect(Date.now() - heardAt).toBeLessThan(SOON_MS)
  for (const row of trickling) expect((await reload(row)).readError).toBeNull()
  goesOn = false
}

test('responses that trickle in do not delay an approval in the loop', async () => {
  await approveWhileOthersTrickle(startLoop)
}, 30_000)

test('responses that trickle in do not delay an approval in a pass', async () => {
  let pass: Promise<unknown> | undefined
  await approveWhileOthersTrickle(() => {
    pass = reconcileDue(5_000)
    return null
  })
  await pass
}, 30_000)

test('a loop that is stopped finishes what is in flight and claims nothing more', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  app.service.answer(async (request, nth) => {
    await released
    return shows('NEEDS_REVIEW')(request, nth)
  })
  const row = await insertDue()
  const ending = startReconciler()
  await vi.waitUntil(() => app.service.requests.length === 1, WITHIN)
  const stopped = ending.stop()
  const late = await insertDue()
  ending.wake()
  release()
  await stopped
  expect((await reload(row)).readAt).not.toBeNull()
  expect(await reload(late)).toMatchObject({ readAt: null, nextReadAt: late.nextReadAt })
  expect(app.service.requests).toHaveLength(1)
})

test('a staff read runs immediately even if it is not due, but never while the inquiry is still opening', async () => {
  app.service.answer(shows('NEEDS_REVIEW'))
  const open = await insertOpenInquiry({ nextReadAt: null })
  expect(await readAtOnce(open.id, 0)).toBe(true)
  expect((await reload(open)).readAt).not.toBeNull()

  const opening = await makeDue(await insertOpenInquiry({ inquiryId: null }))
  const { tokens } = await db().serviceGate.findUniqueOrThrow({ where: { id: 1 } })
  expect(await readAtOnce(opening.id, 0)).toBe(false)
  expect(app.service.requests).toHaveLength(1)
  // The call that was taken for it is returned.
  const gate = await db().serviceGate.findUniqueOrThrow({ where: { id: 1 } })
  expect(gate.tokens).toBeGreaterThanOrEqual(tokens)
})

test('a customer’s read waits for the loop when the budget has no call left', async () => {
  Object.assign(env(), { VERIFICATION_CALLS_PER_MINUTE: 1 })
  await db().serviceGate.create({ data: { id: 1, tokens: 0 } })
  app.service.answer(shows('NEEDS_REVIEW'))
  const row = await insertDue({ urgent: true })
  await reconcileOne(row.id)
  expect(app.service.requests).toEqual([])
  expect(await reload(row)).toMatchObject({ readAttempts: row.readAttempts, readAt: null })
})

test('the loop polls about once a second when nothing is due or calls are paused', async () => {
  const looks = vi.spyOn(db(), '$queryRaw')
  startLoop()
  await sleep(1_200)
  expect(looks.mock.calls.length).toBeLessThan(20)
  const pausedUntil = new Date(Date.now() + 10 * 60_000)
  await db().serviceGate.create({ data: { id: 1, tokens: 100, pausedUntil } })
  await insertDue()
  looks.mockClear()
  await sleep(1_200)
  expect(looks).toHaveBeenCalled()
  expect(looks.mock.calls.length).toBeLessThan(20)
})
