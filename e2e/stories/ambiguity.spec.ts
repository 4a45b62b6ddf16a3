// The ambiguity matrix: whatever the service does where the contract leaves it open, the story ends in the right state or
// in a clear hold. Values that are not here are walked where fixtures/ambiguity-matrix.ts says.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WALKED_IN } from '../fixtures/ambiguity-matrix'
import { ROOT } from '../fixtures/environment'
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: ['@sandbox', '@tenant'] }

test(
  'every value that the service can be set to is walked, where the matrix says',
  NEEDS,
  async ({ sandbox }) => {
    const settable = (await sandbox.listGaps()).map(({ id, values }) => [id, [...values].sort()])
    const walked = Object.entries(WALKED_IN).map(([id, values]) => [id, Object.keys(values).sort()])
    expect(Object.fromEntries(walked)).toEqual(Object.fromEntries(settable))
    for (const [id, values] of Object.entries(WALKED_IN))
      for (const file of new Set(Object.values(values))) {
        const isDefault = file.endsWith('round-trip.spec.ts')
        const story = readFileSync(join(ROOT, file), 'utf8')
        if (!isDefault) expect(story, `${id} in ${file}`).toContain(id)
      }
  },
)

const APPROVED = 'You are approved'
const DECLINED = 'We cannot open this account'
const IN_REVIEW = 'A person is reviewing your application'

for (const [gap, value, outcome, end] of [
  ['N1', 'open-200-status-200', 'APPROVED', APPROVED],
  ['N1', 'open-202-status-200', 'APPROVED', APPROVED],
  ['N1', 'open-207-status-203', 'APPROVED', APPROVED],
  ['N5', 'straight', 'DECLINED', DECLINED],
  ['N5', 'through-completed', 'DECLINED', DECLINED],
  ['N6', 'after-event', 'APPROVED', APPROVED],
  ['N9', 'only-200', 'APPROVED', APPROVED],
  ['N12', 'only-inquiry-id', 'NEEDS_REVIEW', IN_REVIEW],
  ['N12', 'extra-fields', 'NEEDS_REVIEW', IN_REVIEW],
  ['N13', 'inquiry.future', 'APPROVED', APPROVED],
  ['N14', 'some', 'APPROVED', APPROVED],
  ['N14', 'none', 'APPROVED', APPROVED],
  ['N14', 'unknown-document-type', 'APPROVED', APPROVED],
  ['N21', 'empty-string', 'APPROVED', APPROVED],
  ['N21', 'omitted', 'APPROVED', APPROVED],
  ['N23', '400', 'APPROVED', APPROVED],
  ['N24', 'not-echoed', 'APPROVED', APPROVED],
  ['N25', 'one-hour', 'APPROVED', APPROVED],
  ['N25', 'thirty-days', 'APPROVED', APPROVED],
  ['N26', 'one-or-more', 'NEEDS_REVIEW', IN_REVIEW],
  ['N26', 'none', 'NEEDS_REVIEW', IN_REVIEW],
  ['N26', 'many', 'NEEDS_REVIEW', IN_REVIEW],
  ['N26', 'only-in-review', 'NEEDS_REVIEW', IN_REVIEW],
  ['N27', 'extra-fields', 'APPROVED', APPROVED],
  ['N28', 'unicode', 'APPROVED', APPROVED],
  // A reversal without an event comes days later; until then it is an approval like any other.
  ['N29', 'silent-failure', 'APPROVED', APPROVED],
  ['N29', 'silent-decline', 'APPROVED', APPROVED],
] as const) {
  test(
    `${gap} ${value}: an inquiry that becomes ${outcome} is told so`,
    NEEDS,
    async ({ applicant, sandbox }) => {
      await sandbox.setGap(gap, value)
      await applicant.apply()
      await applicant.completeFlowByHttp(outcome)
      await applicant.sees(end)
    },
  )
}

for (const value of ['replay', 'ignored'])
  test(
    `N2 ${value}: an open whose answer was lost is recovered`,
    NEEDS,
    async ({ applicant, sandbox }) => {
      await sandbox.setGap('N2', value)
      await sandbox.orderFault({ target: 'api', kind: 'reset-after-commit', operation: 'open' })
      await applicant.apply()
      await applicant.completeFlowByHttp('APPROVED')
      await applicant.sees(APPROVED)
    },
  )

for (const value of ['nested-error', 'errors-list', 'problem-json'])
  test(
    `N3 ${value}: staff are told that this status has no documents`,
    NEEDS,
    async ({ applicant, sandbox, staff }) => {
      await sandbox.setGap('N3', value)
      await applicant.apply()
      await applicant.completeFlowByHttp('DECLINED')
      await applicant.sees(DECLINED)
      const reviewer = await staff('reviewer')
      await reviewer.openInquiry(await applicant.referenceId())
      await reviewer.showDocuments()
      await expect(reviewer.page.getByText('No documents for this status')).toBeVisible()
    },
  )

for (const [value, stage] of [
  ['pending', 'expired'],
  ['failed', 'failed'],
  ['declined', 'declined'],
  ['unknown-status', 'expired'],
] as const)
  test(
    `N7 ${value}: a flow whose time is over does not wait for ever`,
    NEEDS,
    async ({ applicant, sandbox }) => {
      await sandbox.setGap('N7', value)
      await applicant.apply()
      await sandbox.expire(await applicant.inquiryId())
      await expect
        .poll(async () => (await applicant.current()).stage, { timeout: 30_000 })
        .toBe(stage)
    },
  )

test(
  'N5 reversal: a decision that is taken back is shown, and staff find it',
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
  'N5 unknown-status: a status that nobody has seen holds, and the decision comes through',
  NEEDS,
  async ({ applicant, sandbox }) => {
    await sandbox.setGap('N5', 'unknown-status')
    await applicant.apply()
    await applicant.completeFlowByHttp('APPROVED')
    await expect.poll(async () => (await applicant.current()).stage).toBe('unknown')
    expect((await applicant.current()).accountOpened).toBe(false)
    await sandbox.advanceClock(30)
    await applicant.sees(APPROVED)
  },
)

for (const [gap, value] of [
  ['N8', 'none'],
  ['N8', 'burst-of-100'],
  ['N11', 'same-each-attempt'],
] as const)
  test(
    `${gap} ${value}: a delivery that broke is not the end`,
    NEEDS,
    async ({ applicant, sandbox }) => {
      await sandbox.setGap(gap, value)
      await sandbox.orderFault({ target: 'webhook', kind: 'reset' })
      await applicant.apply()
      await applicant.completeFlowByHttp('APPROVED')
      await applicant.sees(APPROVED)
    },
  )

for (const [value, seconds] of [
  ['reversed', 6],
  ['days-late', 3 * 24 * 3_600],
] as const)
  test(
    `N10 ${value}: the order of the events changes nothing`,
    NEEDS,
    async ({ applicant, sandbox }) => {
      await sandbox.setGap('N10', value)
      await applicant.apply()
      await applicant.completeFlowByHttp('DECLINED')
      await sandbox.advanceClock(seconds)
      await applicant.sees(DECLINED)
    },
  )

test(
  'N19 redirect-only: the flow is taken on a page of its own, which leads back',
  NEEDS,
  async ({ applicant, sandbox }) => {
    await sandbox.setGap('N19', 'redirect-only')
    await applicant.apply()
    await applicant.press(applicant.startButton)
    await applicant.flowOnOwnPage.complete('APPROVED')
    await applicant.sees(APPROVED)
  },
)

test(
  'N20 other-host: pictures from another host that is configured are shown',
  NEEDS,
  async ({ applicant, sandbox, staff }) => {
    await sandbox.setGap('N20', 'other-host')
    await applicant.apply()
    await applicant.completeFlowByHttp('APPROVED')
    await applicant.sees(APPROVED)
    const reviewer = await staff('reviewer')
    await reviewer.openInquiry(await applicant.referenceId())
    await reviewer.showDocuments()
    await reviewer.seesPictures(3)
  },
)
