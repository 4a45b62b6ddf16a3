// The inquiries of the demo's bank in the last fourteen days: how each went, and when.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const PRODUCTS = ['everyday', 'everyday', 'savings', 'everyday', 'business'] as const
const DOCUMENTS = ['passport', 'driving_license', 'passport', 'national_id'] as const

/** The possible courses of an inquiry. Each letter in {@link DAYS} stands for one. */
const COURSES = {
  A: 'approved',
  R: 'approved after review',
  D: 'declined after review',
  F: 'failed',
  T: 'failed, then tried again',
  X: 'never finished',
  V: 'reversed',
  '2': 'delivered twice',
  B: 'delivered with a wrong signature first',
  L: 'event lost',
} as const

export type Course = (typeof COURSES)[keyof typeof COURSES] | 'waiting for review' | 'not finished'

/** Oldest first: the thirteen days before the last 24 hours. */
const DAYS = [
  'AXAA',
  'AARAF',
  'AAA',
  'ADAAX',
  'A2',
  'AVR',
  'AATAA',
  'ALAD',
  'AARAA',
  'FAA',
  'AB',
  'ARAAD',
  'AAFA',
] as const

/** The most recent inquiries, in minutes before now: what a presenter finds at the start. */
const LATEST: readonly { minutesAgo: number; course: Course }[] = [
  { minutesAgo: 51 * 60, course: 'waiting for review' },
  { minutesAgo: 21 * 60, course: 'approved' },
  { minutesAgo: 16 * 60 + 20, course: 'approved after review' },
  { minutesAgo: 12 * 60, course: 'approved' },
  { minutesAgo: 9 * 60 + 35, course: 'failed' },
  { minutesAgo: 6 * 60 + 5, course: 'approved' },
  { minutesAgo: 4 * 60 + 10, course: 'approved' },
  { minutesAgo: 131, course: 'waiting for review' },
  { minutesAgo: 84, course: 'approved' },
  { minutesAgo: 38, course: 'waiting for review' },
  { minutesAgo: 17, course: 'not finished' },
]

const NOTES: readonly (string | null)[] = [
  null,
  null,
  'Please call in the morning.',
  null,
  'I moved last month, so my licence has the old address.',
  null,
  null,
]

const REVIEW_REASONS = [
  'The photo on the document is hard to read.',
  'The selfie and the photo on the document could not be matched with confidence.',
  'The document expires within three months.',
] as const

export interface PlannedInquiry {
  course: Course
  openedAt: Date
  /** When the customer submits the checks. */
  submittedAt: Date
  /** When a person at the service decides, or reverses the decision. */
  decidedAt: Date
  product: (typeof PRODUCTS)[number]
  documentType: (typeof DOCUMENTS)[number]
  note: string | null
  reviewReason: string
}

/** Returns the same plan for the same moment. */
export function planHistory(now: Date): PlannedInquiry[] {
  const random = repeatableRandom()
  const between = (least: number, most: number) => least + random() * (most - least)
  const earlier = DAYS.flatMap((letters, index) => {
    const dayStart = now.getTime() - (DAYS.length + 1 - index) * DAY_MS
    return [...letters].map((letter, position) => ({
      course: courseOf(letter),
      openedMs: dayStart + ((position + between(0.2, 0.8)) / letters.length) * DAY_MS,
    }))
  })
  const latest = LATEST.map(({ minutesAgo, course }) => ({
    course,
    openedMs: now.getTime() - minutesAgo * MINUTE_MS,
  }))
  return [...earlier, ...latest]
    .toSorted((one, other) => one.openedMs - other.openedMs)
    .map(({ course, openedMs }, index) => {
      const submittedMs = openedMs + between(1.6, 6) * MINUTE_MS
      const decidesAfterMs = course === 'reversed' ? 2 * DAY_MS : between(0.5, 5) * HOUR_MS
      return {
        course,
        openedAt: new Date(openedMs),
        submittedAt: new Date(submittedMs),
        decidedAt: new Date(submittedMs + decidesAfterMs),
        product: pick(PRODUCTS, index),
        documentType: pick(DOCUMENTS, index),
        note: pick(NOTES, index),
        reviewReason: pick(REVIEW_REASONS, index),
      }
    })
}

function courseOf(letter: string): Course {
  const found = Object.entries(COURSES).find(([known]) => known === letter)
  if (!found) throw new Error(`There is no course "${letter}"`)
  return found[1]
}

function pick<T>(values: readonly T[], index: number): T {
  const value = values[index % values.length]
  if (value === undefined) throw new Error('Nothing to pick from')
  return value
}

/** A linear congruential generator, so the history is the same in every demo. */
function repeatableRandom(): () => number {
  let state = 20_261_122
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}
