// Turns calls into what the screen for the room shows: who asks whom, and what they get, in a stranger's words. Pure.
import { type Tone, toneOfStatus } from '../portal/kit.tsx'
import { inWords } from '../portal/words.ts'
import type { Inquiry } from '../state/entities.ts'
import { type Call, findConfirmation, trustedAtMs } from './cues.ts'

export type Lane = 'customer' | 'bank' | 'service'

interface Words {
  text: string
  tone: Tone
}

/** An arrow on the screen: a call, an event or a customer's step. An arrow from a lane to itself is that lane's decision. */
export interface Move {
  key: string
  atMs: number
  from: Lane
  to: Lane
  asks: Words
  answer: Words | null
  /** It never arrived. */
  isLost: boolean
  /** It wasn't answered, or it was refused. */
  isFailed: boolean
  /** How many equal moves in a row this one stands for. */
  times: number
}

/** A merchant's polling reads these over and over. */
export const UNDECIDED = ['PENDING', 'COMPLETED']
export const DECISIONS = ['APPROVED', 'DECLINED', 'FAILED']
const STATUS_OF_KIND = new Map([
  ['inquiry.approved', 'APPROVED'],
  ['inquiry.review_in_progress', 'NEEDS_REVIEW'],
  ['inquiry.declined', 'DECLINED'],
])

const plain = (text: string): Words => ({ text, tone: 'plain' })
const statusOf = (says: string): string => STATUS_OF_KIND.get(says) ?? says

/** `APPROVED` or `inquiry.approved` as “Approved”, in the portal's colour. */
export function statusInWords(says: string): Words {
  const status = statusOf(says)
  return UNDECIDED.includes(status)
    ? plain('Not yet')
    : { text: inWords(status), tone: toneOfStatus(status) }
}

export function moveOf(call: Call): Move {
  const { key, atMs, what, isOk, says, isLost = false } = call
  const isEvent = what === 'event'
  const told = says === null ? plain('A message') : statusInWords(says)
  const asked = {
    open: 'Check a customer?',
    status: 'Decided?',
    documents: 'Documents?',
    event: told.text,
  }[what]
  const got = {
    open: { text: 'Opened', tone: 'good' as const },
    status: told,
    documents: { text: '5 minutes', tone: 'good' as const },
    event: plain('Received'),
  }[what]
  return {
    key,
    atMs,
    from: isEvent ? 'service' : 'bank',
    to: isEvent ? 'bank' : 'service',
    asks: isEvent ? told : plain(asked),
    answer: isLost ? { text: 'Lost', tone: 'bad' } : isOk ? got : failureOf(call),
    isLost,
    isFailed: !isOk,
    times: 1,
  }
}

function failureOf({ what, status }: Call): Words {
  const isDown = status === null || status >= 500
  if (what === 'event') return { text: isDown ? 'Not received' : 'Refused', tone: 'bad' }
  if (isDown) return { text: 'Down', tone: 'bad' }
  return { text: status === 429 ? 'Too many calls' : 'Refused', tone: 'bad' }
}

/** All moves, oldest first. The wire has only calls, so the customer's steps come from the inquiry. */
export function movesOf(calls: readonly Call[], inquiry: Inquiry | null): Move[] {
  const moves = calls.map(moveOf)
  const own = (key: string, atMs: number, from: Lane, to: Lane, asks: Words, answer?: Words) =>
    moves.push({
      ...{ key, atMs, from, to, asks, answer: answer ?? null },
      ...{ isLost: false, isFailed: false, times: 1 },
    })
  const [first] = calls
  if (first) own('applies', first.atMs - 1, 'customer', 'bank', plain('I’d like an account'))
  for (const [index, { capability, succeeded, at }] of (inquiry?.results ?? []).entries())
    own(
      `result-${index}`,
      Date.parse(at),
      'customer',
      'service',
      plain(inWords(capability)),
      succeeded ? { text: 'Checked', tone: 'good' } : { text: 'Failed', tone: 'bad' },
    )
  const confirmation = findConfirmation(calls)
  if (confirmation)
    own('confirmed', confirmation.atMs + 1, 'bank', 'bank', {
      text: 'Confirmed: open the account',
      tone: 'good',
    })
  const withdrawal = calls.find(
    ({ what, says, atMs }) =>
      what === 'status' && says === 'DECLINED' && confirmation && atMs > confirmation.atMs,
  )
  if (withdrawal)
    own('withdrawn', withdrawal.atMs + 1, 'bank', 'bank', {
      text: 'Approval withdrawn',
      tone: 'bad',
    })
  // Within a millisecond, a result comes before the call that asks for it.
  return joinRepeated(
    [...moves.slice(calls.length), ...moves.slice(0, calls.length)].toSorted(
      (one, other) => one.atMs - other.atMs,
    ),
  )
}

function joinRepeated(moves: readonly Move[]): Move[] {
  const joined: Move[] = []
  for (const move of moves) {
    const last = joined.at(-1)
    const isSame =
      last?.asks.text === move.asks.text &&
      last.answer?.text === move.answer?.text &&
      last.from === move.from
    if (last && isSame) joined[joined.length - 1] = { ...move, times: last.times + 1 }
    else joined.push(move)
  }
  return joined
}

/** The status that the bank knows: a message informs it, a read confirms. Null before the first of them. */
export function knownToBank(calls: readonly Call[]): { says: string; isConfirmed: boolean } | null {
  let known: { says: string; isConfirmed: boolean } | null = null
  for (const [index, { what, isOk, says, atMs }] of calls.entries()) {
    if (!isOk || says === null || what === 'open' || what === 'documents') continue
    if (what === 'event') known = { says: statusOf(says), isConfirmed: false }
    else if (says !== 'APPROVED' || trustedAtMs(calls.slice(0, index)) <= atMs)
      known = { says, isConfirmed: true }
  }
  return known
}

/** Most merchants double the pause between two calls, so a guess assumes no more. */
const LONGEST_GROWTH = 2

/** What the bank waits for, and when it ends. */
export interface Wait {
  what: 'Next try' | 'Next look' | 'Sure in'
  untilMs: number
}

/** @returns null if the bank waits for nothing, if an event will inform it, or before its second call */
export function waitOf(
  calls: readonly Call[],
  inquiry: Inquiry | null,
  nowMs: number,
): Wait | null {
  if (inquiry === null) return wait('Next try', nextMs(calls, 'open'))
  if (!DECISIONS.includes(inquiry.status) || knownToBank(calls)?.says === inquiry.status)
    return null
  const trustedMs = trustedAtMs(calls)
  return inquiry.status === 'APPROVED' && trustedMs > nowMs
    ? wait('Sure in', trustedMs)
    : wait('Next look', nextMs(calls, 'status'))
}

const wait = (what: Wait['what'], untilMs: number | null): Wait | null =>
  untilMs === null ? null : { what, untilMs }

/** Guesses the next call from the pauses so far: constant pauses stay constant, growing ones keep growing. */
function nextMs(calls: readonly Call[], kind: Call['what']): number | null {
  const looks = calls.filter(({ what }) => what === kind).map(({ atMs }) => atMs)
  const [last, before, first] = looks.toReversed()
  if (last === undefined || before === undefined) return null
  const growth = first === undefined ? LONGEST_GROWTH : (last - before) / (before - first)
  return last + (last - before) * Math.min(LONGEST_GROWTH, Math.max(1, growth))
}

interface Figure {
  count: number
  what: string
  tone: Tone
}

/** The figures that the screen shows when the story is over. */
export function figuresOf(
  calls: readonly Call[],
  inquiry: Inquiry | null,
  copiedPictures: number,
): Figure[] {
  const refused = calls.filter(({ what, isOk }) => what !== 'event' && !isOk).length
  const lost = calls.filter(({ isLost }) => isLost).length
  // If the inquiry was never opened, the customer saw the refusals.
  const given = inquiry === null ? refused : 0
  return [
    { count: refused, what: 'of the bank’s calls refused', tone: refused > 0 ? 'bad' : 'plain' },
    { count: lost, what: 'of the service’s messages lost', tone: lost > 0 ? 'bad' : 'plain' },
    { count: given, what: 'errors that reached the customer', tone: given > 0 ? 'bad' : 'good' },
    {
      count: copiedPictures,
      what: 'documents stored by the bank',
      tone: copiedPictures > 0 ? 'bad' : 'good',
    },
  ]
}
