// Plants failures in the evidence of a flawless run, and expects the verdict to find each one.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Customer } from './customer.ts'
import { type Evidence, judge, judgeLogs } from './verdict.ts'

/** The evidence of a run with one customer. */
function evidenceOf(outcome = 'APPROVED') {
  const customer = new Customer()
  const isApproved = outcome === 'APPROVED'
  const row = {
    id: 'row',
    applicantHash: customer.hash,
    referenceId: 'app-1',
    inquiryId: randomUUID(),
    openState: 'OPEN',
    status: outcome,
    settled: true,
    granted: isApproved,
    grants: isApproved ? 1 : 0,
  }
  const opened = { inquiryId: row.inquiryId, referenceId: row.referenceId, status: outcome }
  const evidence = {
    applications: [{ customer, outcome }],
    rows: [row],
    opened: [opened],
    events: new Set(['stored']),
    acknowledged: ['stored'],
  } satisfies Evidence
  return { evidence, row, opened }
}
type Planted = ReturnType<typeof evidenceOf>

test('a flawless run has no problems', () => {
  expect(judge(evidenceOf().evidence)).toEqual([])
})

test.each<[string, (planted: Planted) => unknown, RegExp]>([
  ['a lost event', ({ evidence }) => evidence.acknowledged.push('lost'), /but is not stored/],
  ['a lost inquiry', ({ evidence }) => evidence.rows.pop(), /a customer has 0 inquiries/],
  ['a second row', ({ evidence, row }) => evidence.rows.push({ ...row }), /has 2 inquiries/],
  [
    'a second inquiry at the service',
    ({ evidence, opened }) => evidence.opened.push({ ...opened, inquiryId: randomUUID() }),
    /opened another inquiry/,
  ],
  [
    'an inquiry that nobody applied for',
    ({ evidence, opened }) => evidence.opened.push({ ...opened, referenceId: 'app-2' }),
    /not ours/,
  ],
  ['an unsettled inquiry', ({ row }) => (row.settled = false), /is not settled/],
  ['a wrong outcome', ({ row }) => (row.status = 'FAILED'), /should be APPROVED/],
  ['an account granted twice', ({ row }) => (row.grants = 2), /granted 2 times/],
  ['a missing account', ({ row }) => (row.granted = false), /is APPROVED and was granted/],
])('%s is found', (_, plant, problem) => {
  const planted = evidenceOf()
  plant(planted)
  expect(judge(planted.evidence).join('\n')).toMatch(problem)
})

test('an account that the service did not approve is found', () => {
  const { evidence, row } = evidenceOf('DECLINED')
  Object.assign(row, { granted: true, grants: 1 })
  expect(judge(evidence)).toEqual(['inquiry row is DECLINED and was granted 1 times'])
})

test('a secret or an unhandled error in a log is found, and the secret is not repeated', () => {
  const folder = mkdtempSync(join(tmpdir(), 'logs-'))
  writeFileSync(join(folder, '4-app-1.log'), 'a line with hush-hush in it\n')
  expect(judgeLogs(folder, ['hush-hush', 'other'])).toEqual(['4-app-1.log contains 1 secrets'])
  writeFileSync(join(folder, '4-app-1.log'), '⨯ unhandledRejection: Error\n')
  expect(judgeLogs(folder, [])).toEqual(['4-app-1.log reports an unhandled error'])
  rmSync(folder, { recursive: true })
})
