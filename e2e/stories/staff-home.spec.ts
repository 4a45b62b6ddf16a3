// The staff area starts with the work: what awaits a decision, the queue, and lists that can be filtered.
import { randomUUID } from 'node:crypto'
import { approval, decline, review } from '../fixtures/events'
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: '@sandbox' }
/** `22 Nov 2026, 06:48 UTC`. */
const TO_MINUTE = /^\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d{2}:\d{2} UTC$/
const TO_SECOND = /^\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d{2}:\d{2}:\d{2} UTC$/

test(
  'home starts with what awaits a decision and where to decide it',
  NEEDS,
  async ({ app, customer, staff }) => {
    const viewer = await staff('viewer')
    const { page } = viewer
    await page.goto('/admin')
    const heading = page.getByRole('heading', { name: /awaiting a decision|Nobody is waiting/ })
    await expect(heading).toBeVisible()
    const before = Number.parseInt((await heading.textContent()) ?? '', 10) || 0

    await customer.apply()
    await customer.completeFlow('NEEDS_REVIEW')
    await customer.reaches('in_review')
    const cases = before === 0 ? '1 case' : `${before + 1} cases`
    await page.goto('/admin')
    await expect(heading).toHaveText(
      new RegExp(`^${cases} awaiting a decision, oldest (under )?\\d`),
    )
    const badge = page
      .getByRole('navigation', { name: 'Staff' })
      .getByRole('link', { name: `Inquiries ${cases} awaiting a decision` })
    await expect(badge).toBeVisible()
    await expect(page.getByRole('link', { name: 'Decide in the portal' })).toHaveAttribute(
      'href',
      `${app.control?.serviceUrl}/portal/review`,
    )

    await viewer.press(page.locator('summary', { hasText: 'Show as a table' }))
    await expect(page.getByText('Hide the table')).toBeVisible()
    await expect(page.getByText('Show as a table')).toBeHidden()

    await viewer.press(page.getByRole('link', { name: 'Open the queue' }))
    await expect(page).toHaveURL(/\/admin\/inquiries\?status=NEEDS_REVIEW$/)
    const waiting = page.getByRole('columnheader', { name: 'Waiting' })
    await expect(waiting).toHaveAttribute('aria-sort', 'descending')
    const tab = page.getByRole('navigation', { name: 'Status' }).getByRole('link', {
      name: `Needs review ${before + 1}`,
    })
    await expect(tab).toHaveAttribute('aria-current', 'page')
  },
)

test(
  'an inquiry is found by its short reference, in every status',
  NEEDS,
  async ({ customer, staff }) => {
    await customer.apply()
    const referenceId = await customer.referenceId()
    const viewer = await staff('viewer')
    const { page } = viewer
    await page.goto(`/admin/inquiries?search=${referenceId}`)
    const link = page.getByRole('link', { name: referenceId })
    const short = /^\w+-\w{6}/.exec((await link.textContent()) ?? '')?.[0] ?? 'none'

    await page.goto('/admin/inquiries?status=DECLINED')
    await viewer.search(short.toLowerCase())
    await expect(page.getByText(`No inquiries match “${short.toLowerCase()}”`)).toBeVisible()
    await viewer.press(page.getByRole('link', { name: 'Search all statuses' }))
    await expect(link).toBeVisible()
    await expect(page).toHaveURL(`/admin/inquiries?search=${short.toLowerCase()}`)
    await viewer.press(link)
    await expect(page).toHaveURL(
      new RegExp(`/admin/inquiries/[0-9a-f-]{36}\\?search=${short.toLowerCase()}$`),
    )
  },
)

test('the list’s order and views are in the URL', NEEDS, async ({ customer, staff }) => {
  await customer.apply()
  const referenceId = await customer.referenceId()
  const viewer = await staff('viewer')
  const { page } = viewer
  await page.goto('/admin/inquiries')
  await viewer.press(page.locator('summary', { hasText: 'Views' }))
  await viewer.press(page.getByRole('link', { name: 'Opened today' }))
  await expect(page).toHaveURL(/\?from=\d{4}-\d{2}-\d{2}$/)
  const link = page.getByRole('link', { name: referenceId })
  await expect(link).toBeVisible()
  const opened = page.getByRole('columnheader', { name: 'Opened (UTC)' })
  await expect(opened).toHaveAttribute('aria-sort', 'descending')
  await viewer.press(opened.getByRole('link'))
  await expect(page).toHaveURL(/\?from=\d{4}-\d{2}-\d{2}&sort=oldest$/)
  await expect(opened).toHaveAttribute('aria-sort', 'ascending')
  const waiting = page.getByRole('columnheader', { name: 'Waiting' })
  await viewer.press(waiting.getByRole('link'))
  await expect(page).toHaveURL(/\?from=\d{4}-\d{2}-\d{2}&sort=waiting$/)
  // The customer hasn't done the check, so it isn't waiting for a decision.
  await expect(link).toBeHidden()
})

test('events are filtered by outcome, type and time, and the filter can be shared', async ({
  deliver,
  staff,
}) => {
  const viewer = await staff('viewer')
  const { page } = viewer
  const unknown = { ...decline(), type: `inquiry.future_${randomUUID().slice(0, 8)}` }
  await deliver(unknown)
  await deliver(approval())
  await page.goto('/admin/events')
  await viewer.select(page.getByRole('combobox', { name: 'Outcome' }), 'Unknown type')
  await viewer.filter()
  await expect(page).toHaveURL(/[?&]match=unknown_kind/)
  const table = page.getByRole('table', { name: 'Events' })
  await expect(table).toContainText(/Unknown event \(Inquiry future/)
  await expect(table.getByRole('cell', { name: 'Unknown type', exact: true }).first()).toBeVisible()
  // The exact type is shown too, for integrators.
  await expect(table).toContainText(unknown.type)
  await expect(table).not.toContainText('inquiry.approved')

  await page.goto(`/admin/events?kind=${unknown.type}`)
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue(unknown.type)
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.goto(`/admin/events?kind=${unknown.type}&to=2026-01-01T00:00`)
  await expect(page.getByText('Nothing matches this filter')).toBeVisible()
  await viewer.press(page.getByRole('link', { name: 'Clear' }))
  await expect(page).toHaveURL(/\/admin\/events$/)
})

test(
  'on a desktop, an event takes one line, and says its outcome if it isn’t the usual one',
  NEEDS,
  async ({ customer, deliver, staff }) => {
    await customer.apply()
    await customer.completeFlow('NEEDS_REVIEW')
    await customer.reaches('in_review')
    await deliver(approval())
    const { page } = await staff('viewer')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/admin/events')
    const rows = page.getByRole('table', { name: 'Events' }).getByRole('row')
    const recorded = rows
      .filter({ hasText: 'inquiry.review_in_progress' })
      .filter({ hasNotText: 'We don’t know' })
      .first()
    expect((await recorded.boundingBox())?.height).toBeLessThan(56)
    await expect(rows.getByText('Recorded')).toHaveCount(0)
    const unmatched = rows
      .filter({ hasText: 'We don’t know the inquiry that it refers to.' })
      .first()
    await expect(unmatched.getByText('No inquiry', { exact: true })).toBeVisible()
  },
)

test('on a phone, the command that checks a rejected delivery is shown whole', async ({
  deliver,
  staff,
}) => {
  await deliver(decline(), { secret: 'whsec_somebody-else' })
  const viewer = await staff('viewer')
  const { page } = viewer
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/events/rejected')
  await viewer.press(page.locator('summary', { hasText: 'For your IT team' }).first())
  const command = page.locator('code', { hasText: 'npm run doctor' }).first()
  await expect(command).toHaveText(
    'npm run doctor -- --delivery body.json --signature sha256=SIGNATURE',
  )
  const isWhole = (code: Element) =>
    code.scrollWidth <= code.clientWidth && getComputedStyle(code).textOverflow !== 'ellipsis'
  expect(await command.evaluate(isWhole)).toBe(true)
  await command.scrollIntoViewIfNeeded()
  await expect(command).toBeInViewport({ ratio: 1 })
})

test('the audit trail is filtered by person and action', NEEDS, async ({ customer, staff }) => {
  await customer.apply()
  const reviewer = await staff('reviewer')
  await reviewer.openInquiry(await customer.referenceId())
  const path = reviewer.inquiryPath()
  const { page } = reviewer
  const viewed = page.locator(`a[href^="${path}?back="]`)
  const actor = (await page.getByRole('banner').getByRole('paragraph').first().textContent()) ?? ''
  await page.goto('/admin/audit')
  await reviewer.select(page.getByRole('combobox', { name: 'Action' }), 'Viewed an inquiry')
  await reviewer.select(page.getByRole('combobox', { name: 'Who' }), actor)
  await reviewer.filter()
  await expect(page).toHaveURL(/[?&]action=inquiry.viewed/)
  await expect(viewed.first()).toBeVisible()
  await reviewer.select(page.getByRole('combobox', { name: 'Action' }), 'Deleted expired data')
  await reviewer.filter()
  await expect(page.getByText('Nothing matches this filter')).toBeVisible()
})

test('an alert about rejected deliveries gives the same reason as their list', async ({
  deliver,
  staff,
}) => {
  // Correctly signed, but not an event, so the signature isn't the problem.
  const answer = await deliver({ ...decline(), createdAt: 'yesterday' })
  expect(answer.status).toBe(400)
  const viewer = await staff('viewer')
  const { page } = viewer
  await page.goto('/admin')
  const alert = page.getByRole('link', { name: /Deliveries rejected in the last 24 hours/ })
  await expect(alert).toContainText('Signed, but not an event')
  await viewer.press(alert)
  const table = page.getByRole('table', { name: 'Rejected deliveries' })
  await expect(table).toContainText('Signed, but not an event')
  const firstLines = (await table.locator('tbody td:first-child').allInnerTexts()).map(
    (text) => text.split(/\n| · /)[0] ?? '',
  )
  await page.goto('/admin')
  for (const reason of new Set(firstLines)) await expect(alert).toContainText(`${reason} (`)
})

test(
  'every time in the staff lists has the same format, with its zone, and logs show seconds',
  NEEDS,
  async ({ customer, deliver, staff }) => {
    await customer.apply()
    await deliver(review())
    await deliver(decline(), { secret: 'whsec_somebody-else' })
    const viewer = await staff('viewer')
    const { page } = viewer
    await viewer.openInquiry(await customer.referenceId())
    for (const [path, format] of [
      ['/admin/inquiries', TO_MINUTE],
      ['/admin/events', TO_SECOND],
      ['/admin/events/rejected', TO_SECOND],
      ['/admin/audit', TO_SECOND],
    ] as const) {
      await page.goto(path)
      const times = page.getByRole('main').locator('time')
      await expect(times.first()).toBeAttached()
      for (const text of await times.allTextContents()) expect(text, path).toMatch(format)
      await viewer.press(page.getByRole('button', { name: /^Period/ }))
      const fields = page.getByLabel(/^(From|To)\b/)
      await expect(fields).toHaveCount(2)
      for (const field of await fields.all()) await expect(field).toHaveAccessibleName(/\(UTC\)$/)
    }
  },
)

test('a missing staff page shows the 404 inside the staff shell', async ({ staff }) => {
  const { page } = await staff('viewer')
  for (const path of [
    '/admin/no-such-page',
    '/admin/events/no/such/page',
    `/admin/inquiries/${randomUUID()}`,
    '/admin/inquiries/x',
  ]) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Staff' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to inquiries' })).toBeVisible()
  }
})
