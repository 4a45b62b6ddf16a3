// The ambiguity matrix: whatever the service does where the contract leaves room, the story ends in the right state or in a
// clear hold. fixtures/ambiguity-matrix.ts says which tests cover the other values.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COVERED_IN, LAB_TESTS } from '../fixtures/ambiguity-matrix'
import { ROOT } from '../fixtures/environment'
import { approval } from '../fixtures/events'
import type { SandboxControl } from '../fixtures/sandbox-control'
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: ['@sandbox', '@tenant'] }

const titleOf = (gaps: object) =>
  Object.entries(gaps)
    .map((pair) => pair.join(' '))
    .join(', ')

async function setGaps(sandbox: SandboxControl, gaps: object): Promise<void> {
  for (const [gap, value] of Object.entries(gaps)) await sandbox.setGap(gap, value)
}

test(
  'every value that the sandbox can be set to is covered where the matrix says',
  NEEDS,
  async ({ sandbox }) => {
    const settable = (await sandbox.listGaps()).map(({ id, values }) => [id, [...values].sort()])
    const covered = Object.entries(COVERED_IN).map(([id, values]) => [
      id,
      Object.keys(values).sort(),
    ])
    expect(Object.fromEntries(covered)).toEqual(Object.fromEntries(settable))
    for (const [id, values] of Object.entries(COVERED_IN))
      for (const file of new Set(Object.values(values))) {
        if (LAB_TESTS.includes(file) && !existsSync(join(ROOT, 'lab'))) continue
        const isDefault = file.endsWith('round-trip.spec.ts')
        const story = readFileSync(join(ROOT, file), 'utf8')
        if (!isDefault) expect(story, `${id} in ${file}`).toContain(id)
      }
  },
)

const APPROVED = 'You are approved'
const DECLINED = 'We can’t open this account'

// Values that don't interfere with each other share a story.
for (const gaps of [
  {
    N1: 'open-200-status-200',
    N14: 'some',
    N20: 'other-host',
    N21: 'empty-string',
    N23: '400',
    N24: 'not-echoed',
  },
  {
    N1: 'open-202-status-200',
    N6: 'after-event',
    N14: 'none',
    N21: 'omitted',
    N27: 'extra-fields',
  },
  {
    N1: 'open-207-status-203',
    N14: 'unknown-document-type',
    N27: 'extra-fields',
    N28: 'unicode',
  },
])
  test(
    `${titleOf(gaps)}: the customer learns of an approval, and staff see the documents`,
    NEEDS,
    async ({ customer, sandbox, staff }) => {
      await setGaps(sandbox, gaps)
      await customer.apply({ note: 'Zoë would like a call.' })
      await customer.completeFlow('APPROVED')
      await customer.reaches('approved')
      const reviewer = await staff('reviewer')
      await reviewer.openInquiry(await customer.referenceId())
      await reviewer.showDocuments()
      await reviewer.seesPictures(3)
    },
  )

for (const gaps of [
  { N3: 'nested-error', N5: 'straight', N9: 'only-200' },
  { N3: 'errors-list', N5: 'through-completed' },
  { N3: 'problem-json', N24: 'not-echoed' },
])
  test(
    `${titleOf(gaps)}: the customer learns of a decline, and staff see that there are no documents`,
    NEEDS,
    async ({ customer, sandbox, staff }) => {
      await setGaps(sandbox, gaps)
      await customer.apply()
      await customer.completeFlow('DECLINED')
      await customer.reaches('declined')
      const reviewer = await staff('reviewer')
      await reviewer.openInquiry(await customer.referenceId())
      await reviewer.showDocuments()
      await expect(
        reviewer.page.getByText('The service gave none for this declined case.'),
      ).toBeVisible()
    },
  )

for (const [gaps, inReview, onceApproved] of [
  [{ N26: 'one-or-more' }, 1, 1],
  [{ N12: 'only-inquiry-id', N26: 'none' }, 0, 0],
  [{ N12: 'extra-fields', N26: 'many' }, 12, 12],
  [{ N26: 'only-in-review' }, 1, 0],
] as const)
  test(
    `${titleOf(gaps)}: the customer learns of a review, and staff see its reasons`,
    NEEDS,
    async ({ customer, sandbox, staff }) => {
      await setGaps(sandbox, gaps)
      await customer.apply()
      await customer.completeFlow('NEEDS_REVIEW')
      await customer.reaches('in_review')
      const viewer = await staff('viewer')
      await viewer.openInquiry(await customer.referenceId())
      await expect(viewer.reviewReasons).toHaveCount(inReview)

      await sandbox.decide(await customer.inquiryId(), 'APPROVED', 'The pictures match.')
      await customer.reaches('approved')
      await viewer.page.reload()
      await expect(viewer.page.getByText('The pictures match.')).toBeVisible()
      await expect(viewer.reviewReasons).toHaveCount(onceApproved)
    },
  )

test(
  'N13 inquiry.future: an unknown kind is recorded and changes nothing',
  NEEDS,
  async ({ customer, sandbox, deliver }) => {
    await sandbox.setGap('N13', 'inquiry.future')
    await customer.apply()
    const inquiryId = await customer.inquiryId()
    await customer.completeFlow('APPROVED')
    await customer.reaches('approved')
    const event = { ...approval(), type: 'inquiry.future', data: { inquiryId, novelty: [7] } }
    expect(await deliver(event)).toEqual({ status: 200, outcome: 'recorded' })
    expect(await customer.current()).toMatchObject({ stage: 'approved', accountOpened: true })
  },
)

test(
  'N25 one-hour, thirty-days: a check can be completed, and staff see when it expires',
  NEEDS,
  async ({ customer, anotherCustomer, sandbox, staff }) => {
    const viewer = await staff('viewer')
    for (const [each, lifetime, hours] of [
      [customer, 'one-hour', 1],
      [anotherCustomer, 'thirty-days', 30 * 24],
    ] as const) {
      await sandbox.setGap('N25', lifetime)
      await each.apply()
      const expected = Date.now() + hours * 3_600_000
      await viewer.openInquiry(await each.referenceId())
      const shown = viewer.fact('Inquiry expires').getByRole('time')
      const expiresAt = Date.parse((await shown.getAttribute('datetime')) ?? '')
      expect(Math.abs(expiresAt - expected)).toBeLessThan(60_000)
      await each.completeFlow('APPROVED')
      await each.reaches('approved')
    }
  },
)

for (const value of ['replay', 'ignored'])
  test(
    `N2 ${value}: an open whose response was lost is recovered`,
    NEEDS,
    async ({ customer, sandbox }) => {
      await sandbox.setGap('N2', value)
      await sandbox.orderFault({ target: 'api', kind: 'reset-after-commit', operation: 'open' })
      await customer.apply()
      await customer.completeFlow('APPROVED')
      await customer.reaches('approved')
    },
  )

for (const [value, stage] of [
  ['pending', 'expired'],
  ['failed', 'failed'],
  ['declined', 'declined'],
  ['unknown-status', 'expired'],
] as const)
  test(
    `N7 ${value}: an expired flow doesn't leave the customer waiting`,
    NEEDS,
    async ({ customer, sandbox }) => {
      await sandbox.setGap('N7', value)
      await customer.apply()
      await sandbox.expire(await customer.inquiryId())
      await customer.reaches(stage, { timeout: 30_000 })
    },
  )

test(
  'N5 reversal: a reversed decision is shown, and staff find it',
  NEEDS,
  async ({ applicant, sandbox, staff }) => {
    await sandbox.setGap('N5', 'reversal')
    await applicant.apply()
    await applicant.completeFlowByHttp('APPROVED')
    await applicant.sees(APPROVED)
    const reference = await applicant.referenceId()
    await sandbox.advanceClock(30)
    await applicant.page.reload()
    await applicant.sees(DECLINED)
    const viewer = await staff('viewer')
    await viewer.page.goto('/admin/inquiries?attention=1')
    await expect(viewer.page.getByRole('link', { name: reference })).toBeVisible()
  },
)

test(
  'N5 unknown-status: an unknown status is held, and the decision still arrives',
  NEEDS,
  async ({ customer, sandbox }) => {
    await sandbox.setGap('N5', 'unknown-status')
    await customer.apply()
    await customer.completeFlow('APPROVED')
    await customer.reaches('unknown')
    await sandbox.advanceClock(30)
    await customer.reaches('approved')
  },
)

for (const gaps of [{ N8: 'none' }, { N8: 'burst-of-100', N11: 'same-each-attempt' }])
  test(
    `${titleOf(gaps)}: the decision arrives despite a broken delivery`,
    NEEDS,
    async ({ customer, sandbox }) => {
      await setGaps(sandbox, gaps)
      await sandbox.orderFault({ target: 'webhook', kind: 'reset' })
      await customer.apply()
      await customer.completeFlow('APPROVED')
      await customer.reaches('approved')
    },
  )

for (const [value, seconds] of [
  ['reversed', 6],
  ['days-late', 3 * 24 * 3_600],
] as const)
  test(
    `N10 ${value}: the order of the events changes nothing`,
    NEEDS,
    async ({ customer, sandbox }) => {
      await sandbox.setGap('N10', value)
      await customer.apply()
      await customer.completeFlow('DECLINED')
      await sandbox.advanceClock(seconds)
      await customer.reaches('declined')
    },
  )

test(
  'N19 redirect-only: the flow runs on its own page, which leads back',
  NEEDS,
  async ({ applicant, sandbox }) => {
    await sandbox.setGap('N19', 'redirect-only')
    await applicant.apply()
    await applicant.press(applicant.startButton)
    await applicant.flowOnOwnPage.complete('APPROVED')
    await applicant.sees(APPROVED)
  },
)
