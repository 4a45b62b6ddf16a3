// The ambiguity matrix: whatever the service does where the contract leaves it open, the story ends in the right state or
// in a clear hold. The values that are not here are told elsewhere: N15 and N17 beside the client and the receiver
// (`lib`), N16 in rotation.spec.ts, N18's 403 in document-expiry.spec.ts, N19 in refused-flow.spec.ts.
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: ['@sandbox', '@tenant'] }

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
  ['unknown-status', 'unknown'],
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
