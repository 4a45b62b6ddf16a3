import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { audit } from './audit'
import { GENESIS, sealAll, sealBatch, startSealer } from './audit-chain'
import { type Head, verifyChain } from './audit-verify'
import { db } from './db'
import { log } from './log'
import { removeExpired } from './retention'
import { startTestApp, type TestApp } from './testing/test-app'
import { uuid7At } from './uuid7-time'

const DAY_MS = 24 * 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await db().auditEntry.deleteMany()
  await db().auditChain.deleteMany()
})

const note = (outcome = 'allowed') =>
  audit({ actor: 'system', action: 'inquiry.viewed', inquiry: randomUUID(), outcome })

async function noteAndSeal(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await note(`entry_${n}`)
  await sealAll()
}

const insertOld = (daysAgo: number) => {
  const at = new Date(Date.now() - daysAgo * DAY_MS)
  const id = uuid7At(at).slice(0, -12) + randomUUID().slice(-12)
  return db().auditEntry.create({
    data: { id, at, actor: 'system', action: 'inquiry.viewed', outcome: 'allowed' },
  })
}
const entry = async (seq: bigint) => db().auditEntry.findUniqueOrThrow({ where: { seq } })
const headOf = async (): Promise<Head> => {
  const verdict = await verifyChain()
  if (!verdict.ok) throw new Error(verdict.why)
  return verdict.head
}

test('entries of many concurrent writers and sealers form one chain', async () => {
  const writers = Array.from({ length: 8 }, async () => {
    for (let n = 0; n < 25; n++) {
      // Commits in another order than the transactions began.
      await db().$transaction(async (tx) => {
        await audit({ actor: 'system', action: 'inquiry.viewed', outcome: 'allowed' }, tx)
        await tx.$queryRaw`SELECT 1`
      })
    }
  })
  let isWriting = true
  const sealers = Array.from({ length: 3 }, async () => {
    while (isWriting) await sealBatch()
  })
  await Promise.all(writers)
  isWriting = false
  await Promise.all(sealers)
  await sealAll()
  expect(await verifyChain()).toMatchObject({
    ok: true,
    entries: 200,
    unsealed: 0,
    head: { seq: 200n },
  })
})

test('the newest head is logged within a minute, even if nothing more is written', async () => {
  const logged: unknown[] = []
  vi.spyOn(log, 'info').mockImplementation((_, fields) => logged.push(fields?.head))
  const clock = vi.spyOn(Date, 'now')
  const tick = async (second: number) => {
    clock.mockReturnValue(start + second * 1_000)
    await sealAll()
  }
  const start = Date.now() + 120_000
  await note()
  await tick(0)
  await note()
  await tick(1)
  expect(logged).toEqual([`1:${(await entry(1n)).hash}`])
  for (const second of [59, 60, 61, 120, 180]) await tick(second)
  expect(logged).toEqual([`1:${(await entry(1n)).hash}`, `2:${(await entry(2n)).hash}`])

  await note()
  await tick(181)
  await note()
  await tick(182)
  clock.mockRestore()
  // A process that stops logs the newest head first.
  await startSealer().stop()
  expect(logged.at(-1)).toBe(`4:${(await entry(4n)).hash}`)
  vi.restoreAllMocks()
})

test('an entry whose transaction commits late is sealed then, and no other entry waits for it', async () => {
  await db().$transaction(async (tx) => {
    await audit({ actor: 'system', action: 'inquiry.viewed', outcome: 'slow' }, tx)
    await note('fast')
    expect(await sealBatch()).toBe(1)
  })
  expect(await sealBatch()).toBe(1)
  expect([(await entry(1n)).outcome, (await entry(2n)).outcome]).toEqual(['fast', 'slow'])
  expect(await verifyChain()).toMatchObject({ ok: true, entries: 2 })
})

const TAMPERINGS: [what: string, tamper: () => Promise<unknown>, firstBroken: bigint][] = [
  ...(
    [
      { actor: randomUUID() },
      { action: 'inquiry.refreshed' },
      { outcome: 'refused' },
      { at: new Date(0) },
      { subject: randomUUID() },
      { inquiryRow: null },
      { correlationId: randomUUID() },
      { hash: 'f'.repeat(64) },
    ] as const
  ).map((data): (typeof TAMPERINGS)[number] => [
    `an entry's ${Object.keys(data)[0]} is changed`,
    () => db().auditEntry.update({ where: { seq: 3n }, data }),
    3n,
  ]),
  ['an entry is removed', () => db().auditEntry.delete({ where: { seq: 3n } }), 3n],
  ['the newest entry is removed', () => db().auditEntry.delete({ where: { seq: 5n } }), 5n],
  ['the oldest entry is removed', () => db().auditEntry.delete({ where: { seq: 1n } }), 1n],
  ['all entries are removed', () => db().auditEntry.deleteMany(), 1n],
  [
    'an entry is taken out of the chain and sealed again',
    async () => {
      await db().auditEntry.update({ where: { seq: 3n }, data: { seq: null, hash: null } })
      await sealAll()
    },
    3n,
  ],
  [
    'an entry is added after the newest',
    async () => {
      await note('forged')
      await db().auditEntry.updateMany({
        where: { seq: null },
        data: { seq: 6n, hash: 'f'.repeat(64) },
      })
    },
    6n,
  ],
  ['the record of both ends is removed', () => db().auditChain.deleteMany(), 1n],
  [
    'the oldest entries are removed without an entry of retention',
    async () => {
      const { hash } = await entry(2n)
      await db().auditEntry.deleteMany({ where: { seq: { lte: 2n } } })
      await db().auditChain.updateMany({ data: { anchorSeq: 2n, anchorHash: hash ?? '' } })
    },
    2n,
  ],
]

test.each(TAMPERINGS)('verification fails when %s', async (_, tamper, firstBroken) => {
  await noteAndSeal(5)
  expect(await verifyChain()).toMatchObject({ ok: true, entries: 5 })
  await tamper()
  expect(await verifyChain()).toMatchObject({ ok: false, seq: firstBroken })
})

test('a recalculated chain is detected with a hash that was logged before', async () => {
  await noteAndSeal(5)
  const logged = await headOf()
  expect(await verifyChain(logged)).toMatchObject({ ok: true })
  await db().auditEntry.updateMany({ data: { seq: null, hash: null } })
  await db().auditChain.deleteMany()
  await db().auditEntry.deleteMany({ where: { outcome: 'entry_2' } })
  await note()
  await sealAll()
  expect(await verifyChain()).toMatchObject({ ok: true, entries: 5 })
  expect(await verifyChain(logged)).toMatchObject({ ok: false, seq: 5n })
  expect(await verifyChain({ seq: 9n, hash: GENESIS })).toMatchObject({ ok: false, seq: 9n })
})

test('a removal disguised as retention, with a matching entry, is detected with an earlier head', async () => {
  await noteAndSeal(5)
  const logged = await headOf()
  await db().auditEntry.deleteMany()
  await db().auditChain.updateMany({ data: { anchorSeq: 5n, anchorHash: logged.hash } })
  await audit({ actor: 'system', action: 'audit.trimmed', outcome: 'through_5' })
  await sealAll()
  expect(await verifyChain()).toMatchObject({ ok: true })
  expect(await verifyChain(logged)).toMatchObject({ ok: false, seq: 5n, isRemoved: true })
  expect(await verifyChain({ seq: 4n, hash: GENESIS })).toMatchObject({
    ok: false,
    isRemoved: true,
  })
  const another = { seq: 5n, hash: 'f'.repeat(64) }
  expect(await verifyChain(another)).toMatchObject({ ok: false, isRemoved: false })
})

test('retention removes the oldest entries, and the chain continues from its anchor', async () => {
  for (const days of [900, 800, 731]) await insertOld(days)
  await noteAndSeal(4)
  const logged = await headOf()
  const { removed } = await removeExpired({ now: new Date(), dryRun: false })
  expect(removed.auditEntries).toBe(3)
  await sealAll()
  // The four, and the two that retention wrote.
  expect(await verifyChain(logged)).toMatchObject({ ok: true, entries: 6, head: { seq: 9n } })
  await db().auditEntry.update({ where: { seq: 4n }, data: { outcome: 'refused' } })
  expect(await verifyChain()).toMatchObject({ ok: false, seq: 4n })
})

test('a backdated entry is added to the end of the chain, where its position gives it away', async () => {
  await noteAndSeal(2)
  await insertOld(400)
  await sealAll()
  expect(await verifyChain()).toMatchObject({ ok: true, entries: 3 })
  const [before, forged] = [await entry(2n), await entry(3n)]
  expect(forged.at.getTime()).toBeLessThan(before.at.getTime())
})

test('retention keeps an old entry that follows a younger one in the chain', async () => {
  await insertOld(731)
  await noteAndSeal(1)
  await insertOld(740)
  await sealAll()
  const { removed } = await removeExpired({ now: new Date(), dryRun: false })
  expect(removed.auditEntries).toBe(1)
  expect(await verifyChain()).toMatchObject({ ok: true })
})

test('removing entries that were changed leaves a record of it', async () => {
  for (const days of [900, 800, 731]) await insertOld(days)
  await sealAll()
  await db().auditEntry.update({ where: { seq: 2n }, data: { outcome: 'refused' } })
  await removeExpired({ now: new Date(), dryRun: false })
  await sealAll()
  expect(await verifyChain()).toMatchObject({ ok: true })
  const broken = await db().auditEntry.findMany({ where: { action: 'audit.broken' } })
  expect(broken.map(({ outcome }) => outcome)).toEqual(['entry_2'])
})

test('verification alongside writers, sealers and retention finds nothing wrong', async () => {
  for (let n = 0; n < 40; n++) await insertOld(800 + n)
  await noteAndSeal(40)
  const work = [
    ...Array.from({ length: 30 }, () => note()),
    ...Array.from({ length: 5 }, () => sealAll()),
    removeExpired({ now: new Date(), dryRun: false }),
  ]
  const verdicts = await Promise.all(Array.from({ length: 10 }, () => verifyChain()))
  await Promise.all(work)
  expect(verdicts.filter(({ ok }) => !ok)).toEqual([])
})
