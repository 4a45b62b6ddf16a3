// What the room sees of a call, and what it is told of the time until the next.
import { describe, expect, test } from 'vitest'
import type { Inquiry } from '../state/entities.ts'
import { setUp } from '../testing/merchant.ts'
import { type Call, callOf } from './cues.ts'
import { knownToBank, moveOf, movesOf, waitOf } from './moves.ts'

let count = 0
const call = (what: Call['what'], given: Partial<Call> = {}): Call => {
  count += 1
  return { key: `${count}`, atMs: 0, what, isOk: true, status: 200, says: null, ...given }
}
const read = (says: string, atS = 0) => call('status', { says, atMs: atS * 1000 })
const told = (kind: string, atS = 0) => call('event', { says: `inquiry.${kind}`, atMs: atS * 1000 })
const failed = (status: number | null) => ({ isOk: false, status })

describe('a call is shown in words', () => {
  test.each([
    ['an open', call('open'), 'bank>service Check a customer? Opened'],
    ['one during an outage', call('open', failed(503)), 'bank>service Check a customer? Down'],
    ['one without an answer', call('open', failed(null)), 'bank>service Check a customer? Down'],
    ['one too many', call('status', failed(429)), 'bank>service Decided? Too many calls'],
    ['a read', read('APPROVED'), 'bank>service Decided? Approved'],
    ['one too early', read('COMPLETED'), 'bank>service Decided? Not yet'],
    ['a status of tomorrow', read('ON_HOLD'), 'bank>service Decided? On hold'],
    ['a reveal', call('documents'), 'bank>service Documents? 5 minutes'],
    ['a refused one', call('documents', failed(403)), 'bank>service Documents? Refused'],
    ['an event', told('review_in_progress'), 'service>bank Needs review Received'],
    [
      'one that nobody takes',
      { ...told('approved'), ...failed(500) },
      'service>bank Approved Not received',
    ],
    [
      'a lost one',
      { ...told('approved'), ...failed(null), isLost: true },
      'service>bank Approved Lost',
    ],
  ])('%s', (_, given, words) => {
    const { from, to, asks, answer } = moveOf(given)
    expect(`${from}>${to} ${asks.text} ${answer?.text}`).toBe(words)
  })

  test('the customer’s own steps go past the bank, and repeated calls are one line', async () => {
    const { sandbox, merchant } = setUp()
    const id = await merchant.completedId('NEEDS_REVIEW')
    await merchant.status(id)
    await merchant.status(id)
    const calls = sandbox.wire.list(null).map(callOf)
    const moves = movesOf(calls, sandbox.store.inquiries.require(id))
    expect(moves.map(({ from, to, asks, times }) => `${from}>${to} ${asks.text} ${times}`)).toEqual(
      [
        'customer>bank I’d like an account 1',
        'bank>service Check a customer? 1',
        'customer>service Personal information 1',
        'customer>service Identity document 1',
        'customer>service Face match 1',
        'bank>service Decided? 2',
      ],
    )
  })

  test('an account opens with the read that confirms, and not with the message', () => {
    const decisions = (calls: Call[]) =>
      movesOf(calls, null).flatMap(({ from, to, asks }) => (from === to ? [asks.text] : []))
    const approved = [call('open'), told('approved', 1)]
    expect(decisions(approved)).toEqual([])
    const confirmed = [...approved, read('APPROVED', 2)]
    expect(decisions(confirmed)).toEqual(['Confirmed: open the account'])
    expect(decisions([...confirmed, told('declined', 9), read('DECLINED', 10)])).toEqual([
      'Confirmed: open the account',
      'Approval withdrawn',
    ])
  })
})

test.each([
  ['nothing before the first answer', [call('open')], null],
  ['what a message reports', [told('approved')], { says: 'APPROVED', isConfirmed: false }],
  ['what it has read', [read('NEEDS_REVIEW')], { says: 'NEEDS_REVIEW', isConfirmed: true }],
  [
    'no approval that an earlier message can still contradict',
    [told('review_in_progress'), read('NEEDS_REVIEW', 1), read('APPROVED', 30)],
    { says: 'NEEDS_REVIEW', isConfirmed: true },
  ],
])('the bank knows %s', (_, calls, known) => {
  expect(knownToBank(calls)).toEqual(known)
})

describe('the countdown', () => {
  const inquiryAs = async (status: string): Promise<Inquiry> => {
    const { sandbox, merchant } = setUp()
    return sandbox.store.inquiries.require(await merchant.completedId(status))
  }
  const refusedAt = (atS: number) => call('open', { ...failed(503), atMs: atS * 1000 })
  const NOW_MS = 40_000

  test('shows the next try of an outage, by the pauses so far', () => {
    expect(waitOf([refusedAt(0)], null, NOW_MS)).toBeNull()
    const untilOf = (...seconds: number[]) =>
      waitOf(seconds.map(refusedAt), null, NOW_MS) ?? { untilMs: null }
    expect(untilOf(0, 2, 6)).toEqual({ what: 'Next try', untilMs: 14_000 })
    expect(untilOf(0, 5, 10).untilMs).toBe(15_000)
  })

  test('shows when the bank can be sure of an approval that no message has reported', async () => {
    const calls = [told('review_in_progress', 1), read('NEEDS_REVIEW', 2), read('APPROVED', 4)]
    const inquiry = await inquiryAs('APPROVED')
    expect(waitOf(calls, inquiry, NOW_MS)).toEqual({ what: 'Sure in', untilMs: 61_000 })
    expect(waitOf(calls, inquiry, 61_000)).toEqual({ what: 'Next look', untilMs: 8_000 })
  })

  test('is quiet while the bank knows what there is to know', async () => {
    const calls = [read('NEEDS_REVIEW', 1), read('NEEDS_REVIEW', 2)]
    expect(waitOf(calls, await inquiryAs('NEEDS_REVIEW'), NOW_MS)).toBeNull()
    expect(waitOf([...calls, told('approved', 3)], await inquiryAs('APPROVED'), NOW_MS)).toBeNull()
  })
})
