import { afterAll, beforeAll, expect, test } from 'vitest'
import { shortReference } from '../short-reference'
import { insertOpenInquiry, newStaff, startTestApp, type TestApp } from '../testing/test-app'
import { findCases } from './find-cases'
import { listInquiries } from './inquiry-list'
import { findNeighbours } from './inquiry-neighbours'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const viewer = newStaff('VIEWER')
const minutes = (n: number) => new Date(Date.UTC(2026, 0, 1, 12, n))

test.each(['newest', 'oldest', 'waiting'] as const)(
  'in the order %s, following the neighbours walks the list in both directions',
  async (sort) => {
    const status = `WALKED_${sort.toUpperCase()}`
    // Two have waited equally long, and one of another status is in between.
    for (const [n, other] of [[3], [1], [2, 'OTHER'], [1]] as [number, string?][])
      await insertOpenInquiry({ status: other ?? status, waitingSince: minutes(n) })
    const { items } = await listInquiries(viewer, { status, sort })
    const ids = items.map(({ id }) => id)
    expect(ids).toHaveLength(3)
    for (const [n, item] of items.entries()) {
      const waitingSince = item.waitingSince === null ? null : new Date(item.waitingSince)
      expect(await findNeighbours(viewer, { id: item.id, waitingSince }, { status, sort })).toEqual(
        {
          previous: ids[n - 1] ?? null,
          next: ids[n + 1] ?? null,
        },
      )
    }
  },
)

test('a case that was decided while it was open is followed by the first one in the queue', async () => {
  const queue = { status: 'QUEUED', sort: 'waiting' } as const
  const second = await insertOpenInquiry({ status: 'QUEUED', waitingSince: minutes(2) })
  const first = await insertOpenInquiry({ status: 'QUEUED', waitingSince: minutes(1) })
  const { id } = await insertOpenInquiry({ status: 'APPROVED' })
  const found = await findNeighbours(viewer, { id, waitingSince: null }, queue)
  expect(found).toEqual({ next: first.id, previous: null })
  expect(await findNeighbours(viewer, first, queue)).toEqual({ next: second.id, previous: null })
})

test('the palette finds cases by short reference and by inquiryId, at most a screenful', async () => {
  const referenceId = 'app-3ceb7a21-9c1f-4f0e-8a53-2f5f5b1d7c10'
  const row = await insertOpenInquiry({ referenceId })
  const found = [
    {
      id: row.id,
      reference: shortReference(referenceId),
      openState: 'OPEN',
      status: null,
      waitingSince: null,
    },
  ]
  for (const search of ['7KNQM8', row.inquiryId ?? '', row.id, 'app-3ceb'])
    expect(await findCases(viewer, search), search).toEqual(found)
  expect(await findCases(viewer, row.correlationId)).toEqual([])
  for (let n = 0; n < 9; n++) await insertOpenInquiry({ referenceId: `many-${n}` })
  expect(await findCases(viewer, 'many-')).toHaveLength(8)
})
