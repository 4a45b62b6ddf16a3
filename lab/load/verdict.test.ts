// Plants failures in the evidence of a crash or failover test, to show that the verdict finds each of them.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { judgeLogs } from './app-logs.ts'
import { Customer } from './merchant-site.ts'
import { type Evidence, judge } from './verdict.ts'

/** Two customers; the service approved the first. */
function calmEvidence() {
  const customers = [new Customer(), new Customer()]
  const outcomes = ['APPROVED', 'DECLINED']
  const rows = customers.map((customer, nth) => ({
    id: `row-${nth}`,
    applicantHash: customer.hash,
    referenceId: `app-${nth}`,
    inquiryId: randomUUID(),
    orphanId: null as string | null,
    openState: 'OPEN',
    status: outcomes[nth] ?? '',
    settled: true,
    granted: nth === 0,
    grants: nth === 0 ? 1 : 0,
  }))
  return {
    applications: customers.map((customer, nth) => ({ customer, outcome: outcomes[nth] ?? '' })),
    rows,
    opened: rows.map(({ inquiryId, referenceId, status }) => ({ inquiryId, referenceId, status })),
    events: new Set(['stored']),
    acknowledged: ['stored'],
  } satisfies Evidence
}

type Calm = ReturnType<typeof calmEvidence>

test('a flawless run has no problems', () => {
  expect(judge(calmEvidence())).toEqual([])
})

test.each<[string, (calm: Calm) => void, RegExp]>([
  [
    'a lost event',
    ({ acknowledged }) => acknowledged.push('lost'),
    /acknowledged but is not stored/,
  ],
  ['a lost inquiry', ({ rows }) => rows.pop(), /a customer has 0 inquiries/],
  [
    'a second inquiry of a customer',
    ({ rows }) => rows.push({ ...first(rows) }),
    /has 2 inquiries/,
  ],
  [
    'a second inquiry at the service',
    ({ opened }) => opened.push({ ...first(opened), inquiryId: randomUUID() }),
    /opened another inquiry/,
  ],
  [
    'an inquiry that no customer applied for',
    ({ opened }) => opened.push({ ...first(opened), referenceId: 'app-of-nobody' }),
    /not ours/,
  ],
  [
    'an inquiry bound to two rows',
    ({ rows }) => bindSecondToFirst(rows),
    /one inquiry is bound twice/,
  ],
  ['an unsettled inquiry', ({ rows }) => (first(rows).settled = false), /is not settled/],
  ['a wrong outcome', ({ rows }) => (first(rows).status = 'FAILED'), /should be APPROVED/],
  ['an account granted twice', ({ rows }) => (first(rows).grants = 2), /granted 2 times/],
  ['a missing account', ({ rows }) => (first(rows).granted = false), /is APPROVED and was granted/],
])('%s is found', (_, spoil, problem) => {
  const evidence = calmEvidence()
  spoil(evidence)
  expect(judge(evidence).join('\n')).toMatch(problem)
})

test('an account that the service did not approve is found', () => {
  const evidence = calmEvidence()
  for (const row of evidence.rows) Object.assign(row, { granted: true, grants: 1 })
  expect(judge(evidence)).toEqual(['inquiry row-1 is DECLINED and was granted 1 times'])
})

test('a flagged orphan is not a problem', () => {
  const evidence = calmEvidence()
  const orphanId = randomUUID()
  first(evidence.rows).orphanId = orphanId
  evidence.opened.push({ ...first(evidence.opened), inquiryId: orphanId })
  expect(judge(evidence)).toEqual([])
})

test('a secret or an unhandled error in a log is found, and the secret is not repeated', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leaks-'))
  writeFileSync(join(folder, '4-app-1.log'), 'a line with hush-hush in it\n')
  writeFileSync(join(folder, '5-sandbox.log'), 'hush-hush\n')
  expect(judgeLogs(folder, ['hush-hush', 'other'])).toEqual(['4-app-1.log contains 1 secrets'])
  writeFileSync(join(folder, '4-app-1.log'), '⨯ unhandledRejection: Error\n')
  expect(judgeLogs(folder, [])).toEqual(['4-app-1.log reports an unhandled error'])
  rmSync(folder, { recursive: true })
})

function first<Item>(items: Item[]): Item {
  const [item] = items
  if (item === undefined) throw new Error('There is none')
  return item
}

function bindSecondToFirst(rows: Calm['rows']): void {
  const [one, other] = rows
  if (one && other) other.inquiryId = one.inquiryId
}
