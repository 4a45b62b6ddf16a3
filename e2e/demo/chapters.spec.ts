// The six chapters of the presenter's guide, as a presenter shows them.
import { SANDBOX } from '../fixtures/needs'
import { StaffMember } from '../fixtures/staff'
import { isUncovered, Presenter } from './presenter'
import { expect, test } from './test'

// One demo for all of them, as in a presentation.
test.describe.configure({ mode: 'default' })
const NEEDS = { tag: SANDBOX }

test('a new demo has two weeks of history', NEEDS, async ({ presenter }) => {
  const { page } = presenter
  await page.goto('/demo')
  await presenter.press(page.getByRole('button', { name: /Ada Admin/ }))
  await page.waitForURL('**/admin')
  await presenter.press(page.getByText('Show as a table'))
  const days = page.getByRole('row').filter({ has: page.getByRole('cell', { name: /^[1-9]/ }) })
  await expect.poll(() => days.count()).toBeGreaterThan(9)
  await page.goto('/admin/inquiries?status=NEEDS_REVIEW')
  // The heading row, and three reviews.
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await page.goto('/admin/events/rejected')
  await expect(page.getByRole('table', { name: 'Rejected deliveries' })).toContainText(/secret/i)
  await page.goto('/admin/audit')
  await expect(
    page.getByRole('row', { name: /Signed in from the presenter’s guide/ }).first(),
  ).toBeVisible()
})

test('chapter 1: a new customer', NEEDS, async ({ presenter }) => {
  const { page } = presenter
  await presenter.openChapter('A new customer')
  await presenter.prepare('From the storefront to an open account')
  await presenter.openNext()
  await presenter.seesNext('Opening an account')
  await presenter.press(page.getByRole('banner').getByRole('link', { name: 'Open an account' }))
  await presenter.apply()
  await presenter.done()
  await presenter.seesNext('The identity check')
  await presenter.goThroughCheck()
  await presenter.sees(presenter.toAccount)
  await presenter.done()
  await presenter.seesNext('The account opens')
  await presenter.done()
  await presenter.seesNext('The new account')
  await presenter.press(presenter.toAccount)
  await presenter.sees(presenter.heading('Welcome to Northwind'))
  await presenter.done()
  await presenter.openNext()
  await page.waitForURL('**/admin/inquiries/*')
  const reviewer = new StaffMember(page, presenter.input)
  await reviewer.showDocuments()
  await reviewer.seesPictures(2)
  await presenter.done()
  await expect(presenter.strip).toBeHidden()
})

test('chapter 2: a person decides', NEEDS, async ({ presenter }) => {
  const { page } = presenter
  await presenter.openChapter('Review and decision')
  await presenter.prepare('A person decides')
  await presenter.openNext()
  await presenter.sees(presenter.heading('A specialist is reviewing your application'))
  await presenter.done()
  await presenter.openNext()
  await page.waitForURL('**/admin/inquiries/*')
  await expect(page.getByText('could not be matched with confidence').first()).toBeVisible()
  const reviewer = new StaffMember(page, presenter.input)
  await reviewer.showDocuments()
  await reviewer.seesPictures(2)
  await presenter.done()
  await presenter.openNext()
  await presenter.decideAtPortal('Approve', 'The pictures match.')
  await presenter.done()
  await presenter.openNext()
  await presenter.sees(presenter.toAccount)
})

test('chapter 3: declined', NEEDS, async ({ presenter }) => {
  const { page } = presenter
  await presenter.openChapter('Declined')
  await presenter.prepare('A clear no')
  await presenter.openNext()
  await presenter.decideAtPortal('Decline', 'The document is not the applicant’s own.')
  await presenter.done()
  await presenter.openNext()
  await presenter.sees(presenter.heading('We can’t open this account'))
  await presenter.done()
  await presenter.openNext()
  await page.waitForURL('**/admin/inquiries/*')
  await new StaffMember(page, presenter.input).showDocuments()
  await expect(page.getByText('The service gave none for this declined case.')).toBeVisible()
})

test(
  'the strip and the bar that decides share the foot of a narrow portal',
  NEEDS,
  async ({ presenter }) => {
    const { page, strip } = presenter
    await presenter.openChapter('Declined')
    await presenter.prepare('A clear no')
    await presenter.openNext()
    await page.waitForURL('**/portal/**')
    const signIn = page.getByRole('button', { name: 'Continue as operator' })
    if (await signIn.isVisible()) await presenter.press(signIn)
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 768, height: 1024 },
    ]) {
      await page.setViewportSize(viewport)
      await expect(strip.getByText('Next:')).toBeInViewport()
      await expect(page.getByRole('button', { name: /^Approve/ })).toBeInViewport()
      expect(await isUncovered(page.getByRole('button', { name: /^Approve/ }))).toBe(true)
    }
  },
)

test('chapter 4: a lost event', NEEDS, async ({ presenter }) => {
  const { page } = presenter
  await presenter.openChapter('Something breaks')
  await presenter.prepare('A webhook gets lost')
  await presenter.openNext()
  await presenter.sees(presenter.heading('Verify your identity'))
  await presenter.act('Finish the check', presenter.toAccount)
  await presenter.openNext()
  await page.waitForURL('**/admin/inquiries/*')
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await presenter.sees(timeline.getByText('The account was opened'))
  await expect(timeline).not.toContainText('The service reported')
})

test('chapter 4: an outage', NEEDS, async ({ presenter }) => {
  await presenter.openChapter('Something breaks')
  await presenter.prepare('The service is down for a minute')
  await presenter.openNext()
  await presenter.apply()
  await presenter.sees(presenter.heading('The verification service isn’t responding'))
  await presenter.done()
  await presenter.act('Bring it back', presenter.heading('Verify your identity'))
})

test('chapter 4: late and duplicate events', NEEDS, async ({ presenter }) => {
  const { page } = presenter
  await presenter.openChapter('Something breaks')
  await presenter.prepare('Late and duplicate events')
  await presenter.openNext()
  await presenter.sees(presenter.heading('A specialist is reviewing your application'))
  await presenter.act('Approve', presenter.toAccount)
  await presenter.act('Ten minutes later', presenter.toAccount)
  await presenter.openNext()
  await page.waitForURL('**/admin/inquiries/*')
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await presenter.sees(timeline.getByText('The service reported: Needs review'))
  await expect(timeline.getByText('delivered twice')).toBeVisible()
})

test('chapter 5: an approval is taken back', NEEDS, async ({ presenter }) => {
  const { page } = presenter
  await presenter.openChapter('Reversal after approval')
  await presenter.prepare('An approval is taken back')
  await presenter.openNext()
  await presenter.sees(presenter.toAccount)
  await presenter.done()
  const declined = presenter.heading('We can’t open this account')
  await presenter.act('Reverse the decision', declined)
  await presenter.openNext()
  await page.waitForURL('**/admin')
  await presenter.sees(page.getByRole('main').getByText('Decisions reversed'))
})

test('chapter 6: a check expires', NEEDS, async ({ presenter }) => {
  await presenter.openChapter('Expiry and privacy')
  await presenter.prepare('A check expires')
  await presenter.openNext()
  await presenter.sees(presenter.heading('Verify your identity'))
  await presenter.act('Let it expire', presenter.heading('Your identity check has expired'))
})

test('chapter 6: picture links stop working', NEEDS, async ({ presenter }) => {
  const { page } = presenter
  await presenter.openChapter('Expiry and privacy')
  await presenter.prepare('Pictures that don’t stay')
  await presenter.openNext()
  await page.waitForURL('**/admin/inquiries/*')
  const reviewer = new StaffMember(page, presenter.input)
  await reviewer.showDocuments()
  await reviewer.seesPictures(2)
  await presenter.done()
  await presenter.seesNext('Five minutes pass')
  await presenter.press(presenter.strip.getByRole('link', { name: 'Open the guide' }))
  await page.waitForURL('**/demo/privacy')
  await presenter.act(
    'Five minutes later',
    page.getByText('Now: 2 of 2 addresses show a picture. Five minutes later: 0.'),
  )
  await presenter.openNext()
  await page.waitForURL('**/admin/audit')
  await expect(
    page.getByRole('row', { name: /Requested identity and documents/ }).first(),
  ).toBeVisible()
})

test(
  'the split view shows the customer’s screen next to each call and its code',
  NEEDS,
  async ({ presenter }) => {
    const { page } = presenter
    await presenter.openChapter('Reversal after approval')
    await presenter.prepare('An approval is taken back')
    await page.goto('/demo/live')
    const screen = page.frameLocator('iframe[title="The customer’s screen"]')
    await expect(screen.getByRole('link', { name: 'Open an account' }).first()).toBeVisible()
    const wire = page.getByRole('region', { name: 'The wire' })
    await expect(wire.getByText('POST /inquiries', { exact: true }).first()).toBeVisible()
    await expect(wire).not.toContainText(/[0-9a-f]{8}-[0-9a-f]{4}/)
    const endsOfIds = async () =>
      new Set(await wire.getByTitle('End of the inquiry ID').allTextContents())
    // The one customer's opening, reads and events.
    expect([...(await endsOfIds())].at(0)).toMatch(/^…[0-9a-f]{6}$/)
    await presenter.press(wire.getByRole('link', { name: /read-inquiry/ }).first())
    await expect(page.getByRole('region', { name: 'Source code' })).toContainText('readInquiry')
    await expect(page.getByText('returns inquiryId, status', { exact: false })).toBeVisible()
  },
)

test('the split view marks the page that the customer is on', NEEDS, async ({ presenter }) => {
  const { page } = presenter
  await presenter.openChapter('A new customer')
  await presenter.prepare('From the storefront to an open account')
  await page.goto('/demo/live')
  const pages = page.getByRole('navigation', { name: 'The customer’s pages' })
  const marked = pages.locator('[aria-current=page]')
  const screen = page.frameLocator('iframe[title="The customer’s screen"]')
  await expect(marked).toHaveText('Storefront')
  await presenter.press(screen.getByRole('link', { name: 'Open an account' }).first())
  await expect(marked).toHaveText('Apply')
  await screen.getByRole('radio', { name: 'Savings account' }).check()
  for (const list of await screen.getByRole('main').getByRole('combobox').all())
    await list.selectOption({ index: 1 })
  await screen.getByRole('checkbox', { name: /I agree/ }).check()
  // A server action's redirect, without a load.
  await presenter.press(screen.getByRole('button', { name: 'Continue to identity check' }))
  await expect(marked).toHaveText('Application')
  await presenter.press(pages.getByRole('link', { name: 'Storefront' }))
  await expect(marked).toHaveText('Storefront')
})

test(
  'on a phone, the guide’s header is one row and says what it is',
  NEEDS,
  async ({ presenter }) => {
    const { page } = presenter
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/demo/live')
    const header = page.getByRole('banner')
    await expect(header.getByText('Presenter', { exact: true })).toBeInViewport({ ratio: 1 })
    expect((await header.boundingBox())?.height).toBeLessThan(70)
  },
)

test(
  'on a phone, the live view counts the calls that nobody has seen yet',
  NEEDS,
  async ({ presenter }) => {
    const { page } = presenter
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/demo/live')
    const tab = page.getByText('The wire').and(page.locator('label'))
    await expect(tab).toHaveText('The wire')
    const elsewhere = new Presenter(await page.context().newPage(), presenter.input)
    await elsewhere.openChapter('Review and decision')
    await elsewhere.prepare('A person decides')
    await expect(tab).toHaveText(/^The wire\d+ new$/)
    await presenter.press(tab)
    await expect(tab).toHaveText('The wire')
    await expect(page.getByText('POST /inquiries', { exact: true }).first()).toBeVisible()
  },
)

test(
  'the current step’s button is larger than the one that prepares again',
  NEEDS,
  async ({ presenter }) => {
    const { page } = presenter
    await presenter.openChapter('A new customer')
    await presenter.prepare('From the storefront to an open account')
    const open = page.getByRole('listitem').filter({ hasText: 'Say:' }).first().getByRole('link')
    const again = page.getByRole('button', { name: 'Prepare again' })
    const heightOf = async (one: typeof open) => (await one.boundingBox())?.height ?? 0
    expect(await heightOf(open)).toBeGreaterThanOrEqual(44)
    expect(await heightOf(again)).toBeLessThan(await heightOf(open))
  },
)

test(
  'dismissing the guide hides the strip everywhere, even in the portal',
  NEEDS,
  async ({ presenter }) => {
    const { page } = presenter
    await presenter.openChapter('Declined')
    await presenter.prepare('A clear no')
    await page.goto('/')
    await presenter.press(presenter.strip.getByRole('button', { name: 'Dismiss the guide' }))
    await expect(presenter.strip).toBeHidden()
    await page.goto('/demo/case?at=portal')
    await presenter.press(page.getByRole('button', { name: 'Continue as operator' }))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(presenter.strip).toBeHidden()
  },
)
