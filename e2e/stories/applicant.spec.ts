import type { Page } from '@playwright/test'
import { PRODUCTS, SITE } from '../../site'
import { fillInForm } from '../fixtures/application-form'
import { Applicant } from '../fixtures/customer'
import { openInquiry, showDocuments } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { TEXTS } from '../fixtures/texts'

for (const javaScriptEnabled of [true, false])
  test(`a form with mistakes says what to do and keeps what was entered, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    newPage,
  }) => {
    const page = await newPage({ javaScriptEnabled })
    await page.goto('/apply')
    const note = page.getByLabel(TEXTS.Form.note.label)
    await note.fill('Nach sechs – bitte <läuten>')
    const send = page.getByRole('button', { name: TEXTS.Apply.send })
    for (const field of [page.getByRole('checkbox'), page.getByRole('radio').first()]) {
      await expect(field).toHaveAttribute('aria-invalid', 'false')
      await expect(field).toHaveAttribute('required')
    }
    await send.click()
    await expect(page.getByRole('alert').filter({ hasText: 'need your attention' })).toBeVisible()
    for (const [field, mistake] of [
      [TEXTS.Form.product.shortLabel, TEXTS.Form.product.missing],
      [TEXTS.Form.terms.shortLabel, TEXTS.Form.terms.missing],
    ] as const) {
      // The summary names the field; the explanation stands only at the field.
      await expect(page.getByRole('link', { name: field, exact: true })).toBeVisible()
      await expect(page.getByText(mistake)).toHaveCount(1)
    }
    await expect(note).toHaveValue('Nach sechs – bitte <läuten>')
    await fillInForm(page)
    await send.click()
    await expect(page).toHaveURL(/\/apply\/verify$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await new Applicant(page).noteInquiry()
    if (javaScriptEnabled) return
    await expect(async () => {
      await page.reload()
      const needsScript = page.locator('noscript p').first()
      await expect(needsScript).toHaveText(TEXTS.Verify.start.noScript, {
        timeout: 1_000,
      })
      await expect(needsScript).toBeVisible()
    }).toPass()
  })

test('an account chosen on the storefront is chosen in the form', async ({ newPage }) => {
  const page = await newPage()
  await page.goto('/')
  const product = PRODUCTS.at(-1) ?? PRODUCTS[0]
  await page.locator(`main a[href$="product=${product.id}"]`).first().click()
  await expect(page.getByRole('radio', { name: product.name.en })).toBeChecked()
})

test('a browser that sends no cookie back is told so, and nothing is opened until it does', async ({
  applicant,
}) => {
  const { page } = applicant
  await page.goto('/apply')
  await fillInForm(page)
  await page.context().clearCookies()
  await applicant.sendButton.click()
  const refusal = page.getByRole('alert').filter({ hasText: TEXTS.Apply.refused.noCookies })
  await expect(refusal).toBeVisible()
  expect((await applicant.http.get('/api/inquiries/current')).status()).toBe(404)
  await applicant.sendButton.click()
  await applicant.seesStage('ready')
  await applicant.noteInquiry()
})

test('a reload and the back button lose nothing and open nothing twice', { tag: '@smoke' }, async ({
  applicant,
}) => {
  await applicant.applyOnPage()
  const inquiryId = await applicant.inquiryId()
  await applicant.page.reload()
  await applicant.seesStage('ready')
  await applicant.page.goBack()
  await applicant.page.goForward()
  await applicant.seesStage('ready')
  expect((await applicant.current()).inquiryId).toBe(inquiryId)
})

test('when our server can’t be reached, the page offers only to try again', async ({
  applicant,
}) => {
  const { page } = applicant
  await applicant.arriveAtStatus()
  await page.route('**/api/inquiries/current', (route) => route.abort())
  await applicant.sees(TEXTS.Verify.offline)
  await expect(page.getByRole('main').getByRole('button')).toHaveText([TEXTS.Verify.reconnect])
  await page.unroute('**/api/inquiries/current')
  await page.getByRole('button', { name: TEXTS.Verify.reconnect }).click()
  await applicant.seesStage('ready')
  await expect(applicant.startButton).toBeVisible()
  await page.route('**/api/inquiries/current', (route) => route.abort())
  await applicant.sees(TEXTS.Verify.offline)
  await page.unroute('**/api/inquiries/current')
  // The page also recovers without a click.
  await applicant.seesStage('ready')
  await page.context().setOffline(true)
  await applicant.sees(TEXTS.Verify.noInternet)
  await page.context().setOffline(false)
  await applicant.seesStage('ready')
})

test('a customer who leaves the flow sees that nothing is lost, and resumes where they stopped', async ({
  applicant,
}) => {
  await applicant.arriveAtStatus()
  const flow = await applicant.startCheck()
  await flow.begin()
  await flow.leave()
  await applicant.seesStage('ready')
  await expect(applicant.page.getByText(TEXTS.Verify.start.left)).toBeVisible()
  const resumed = await applicant.startCheck()
  await resumed.waitUntilResumed()
})

test('an approved customer is never asked for the identity again, and gets to the account, without a reload', {
  tag: '@smoke',
}, async ({ applicant }) => {
  const { page } = applicant
  const account = (PRODUCTS.at(-1) ?? PRODUCTS[0]).name.en
  await applicant.applyOnPage({ account })
  let pageLoads = 0
  page.on('load', () => {
    pageLoads += 1
  })
  // The inquiryId starts the flow, so no URL may contain it (F2).
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  // While the gate is closed, the app's server reports nothing new, so the page can only show what the flow says.
  let openGate = () => {}
  const gate = new Promise<void>((resolve) => {
    openGate = resolve
  })
  await page.route('**/api/inquiries/current', (route) => gate.then(() => route.continue()))
  const flow = await applicant.startCheck()
  // The demo gives the sandbox's merchant the app's brand.
  await expect(flow.screen.getByText(SITE.name, { exact: true })).toBeVisible()
  await flow.begin()
  await page.evaluate((ready) => {
    // Records every later heading, however briefly it appears.
    const seen = new Set<string>()
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const headings = [...document.querySelectorAll('h1')].map((one) => one.textContent)
      if (seen.size > 0 || !headings.includes(ready))
        for (const heading of headings) seen.add(heading)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, TEXTS.Verify.stages.ready.title)
  await flow.finish('APPROVED')
  await applicant.seesStage('handed_in')
  // The check may still fail, so its step isn't ticked yet.
  await expect(page.locator('[aria-current=step]')).toHaveText(TEXTS.Verify.steps.check)
  openGate()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await applicant.seesStage('approved')
  await expect(page).toHaveTitle(new RegExp(`^${TEXTS.Verify.stages.approved.title}`))
  await expect(page.getByText(`Your ${account} is open.`)).toBeVisible()
  expect(await page.evaluate(() => [...Reflect.get(window, 'seen')])).not.toContain(
    TEXTS.Verify.stages.ready.title,
  )
  expect(pageLoads).toBe(0)
  const inquiryId = await applicant.inquiryId()
  expect(addresses.filter((address) => address.includes(inquiryId))).toEqual([])
  await page.getByRole('link', { name: TEXTS.Verify.toAccount }).click()
  await applicant.sees(`Welcome to ${SITE.name}`)
  await expect(page.getByRole('definition').nth(1)).toHaveText(/\d{3}/)
})

test('a session that ends in the middle of a check is named, and isn’t an application that is missing', async ({
  applicant,
}) => {
  await applicant.arriveAtStatus()
  await applicant.page.context().clearCookies()
  await applicant.sees(TEXTS.Verify.signedOut.title)
  const again = applicant.page.getByRole('link', { name: TEXTS.Verify.signedOut.again })
  await expect(again).toHaveAttribute('href', '/apply/verify')
})

test('there is no account page before the account is open or for anyone else, and a reversal takes it away', async ({
  applicant,
  newPage,
  service,
  staff,
}) => {
  await applicant.arriveAtStatus()
  await applicant.page.goto('/account')
  await expect(applicant.page).toHaveURL(/\/apply\/verify$/)
  await applicant.complete('APPROVED')
  await applicant.page.getByRole('link', { name: TEXTS.Verify.toAccount }).click()
  await applicant.sees(`Welcome to ${SITE.name}`)
  const account = await applicant.page.getByRole('definition').nth(1).textContent()
  const another = new Applicant(await newPage())
  await another.page.goto('/account')
  await another.sees(TEXTS.Verify.none.title)
  expect([401, 404]).toContain((await another.http.get('/api/inquiries/current')).status())

  await service.decide(await applicant.inquiryId(), 'DECLINED', 'A second look.')
  await applicant.reaches('declined')
  await applicant.page.goto('/account')
  await applicant.seesStage('on_hold')
  await expect(applicant.page.getByText(account ?? '')).toBeVisible()
  await expect(applicant.page.getByRole('main').getByRole('link')).toHaveText([
    TEXTS.Verify.contact,
  ])
  const viewer = await staff('viewer')
  await openInquiry(viewer, await applicant.referenceId())
  // It comes before every other section.
  await expect(viewer.getByRole('heading', { level: 2 }).first()).toHaveText(
    'An account is open and must be blocked',
  )
})

test('pages that the browser translates stay current through a review, an approval and a reversal', async ({
  applicant,
  service,
  staff,
}) => {
  const { page } = applicant
  await applicant.arriveAtStatus()
  await translate(page, '/api/inquiries/current')
  await applicant.complete('NEEDS_REVIEW')
  await applicant.seesStage('in_review')
  const [reviewer, viewer] = [await staff('reviewer'), await staff('viewer')]
  const referenceId = await applicant.referenceId()
  await openInquiry(reviewer, referenceId)
  await viewer.goto(`/admin/inquiries?q=${referenceId}`)
  await Promise.all([reviewer, viewer].map((colleague) => translate(colleague, '/api/health/live')))
  await showDocuments(reviewer)
  await expect(reviewer.getByText('On document', { exact: true }).first()).toBeVisible()

  const inquiryId = await applicant.inquiryId()
  await service.decide(inquiryId, 'APPROVED', 'The pictures match.')
  await applicant.seesStage('approved')
  await expect(page.getByText('Step 4 of 4')).toBeAttached()
  await expect(reviewer.getByText('Approved, and the account is open')).toBeVisible()
  await service.decide(inquiryId, 'DECLINED', 'A second look.')
  await applicant.seesStage('on_hold')
  await expect(reviewer.getByText('must be blocked')).toBeVisible()
  await expect(viewer.getByRole('cell', { name: 'Reversed' })).toBeVisible()
})

/** Waits for the poll, because translation before hydration makes React find other nodes than the server sent. */
async function translate(page: Page, poll: string): Promise<void> {
  await page.waitForResponse(`**${poll}`)
  await page.evaluate(wrapTexts)
}

/** Wraps each text in an element, including texts that are added later, as translators do. */
function wrapTexts(): void {
  const wrap = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode)
    for (const text of found) {
      const parent = text.parentElement
      if (!text.data.trim() || parent?.closest('font, script, style, noscript, title')) continue
      const font = document.createElement('font')
      text.replaceWith(font)
      font.appendChild(document.createElement('font')).append(text)
    }
  }
  wrap()
  new MutationObserver(wrap).observe(document.body, { subtree: true, childList: true })
}

test('an expired check is shown as expired, and another can be started', async ({
  applicant,
  service,
}) => {
  await applicant.arriveAtStatus()
  await service.expire(await applicant.inquiryId())
  await applicant.seesStage('expired')
  await applicant.page.getByRole('link', { name: TEXTS.Verify.newCheck }).click()
  await expect(applicant.page.getByRole('radio', { name: PRODUCTS[0].name.en })).toBeChecked()
})

test('a declined customer is offered contact first, and there are no documents (D2)', async ({
  applicant,
  staff,
}) => {
  await applicant.arriveAtStatus()
  await applicant.complete('DECLINED')
  await applicant.seesStage('declined')
  const links = applicant.page.getByRole('main').getByRole('link')
  await expect(links).toHaveText([TEXTS.Verify.contact, TEXTS.Verify.applyAgain])
  const reference = await applicant.referenceId()
  await expect(applicant.page.getByText(reference)).toBeVisible()
  await expect(links.first()).toHaveAttribute('href', new RegExp(`^mailto:.*=${reference}$`))

  const reviewer = await staff('reviewer')
  await openInquiry(reviewer, await applicant.referenceId())
  await expect(reviewer.getByText('Not available for a declined check')).toBeVisible()
})

test('a failed check has no event, so a read finds it, and the customer can try again', async ({
  applicant,
  staff,
}) => {
  const { page } = applicant
  await applicant.arriveAtStatus()
  await applicant.complete('FAILED')
  await applicant.seesStage('failed')
  const viewer = await staff('viewer')
  await openInquiry(viewer, await applicant.referenceId())
  await expect(viewer.getByText('checked with the service').first()).toBeVisible()

  await page.getByRole('link', { name: TEXTS.Verify.newCheck }).click()
  await expect(page.getByRole('radio', { name: PRODUCTS[0].name.en })).toBeChecked()
  await fillInForm(page)
  await applicant.sendButton.click()
  await applicant.seesStage('ready')
  await applicant.noteInquiry()
  await applicant.complete('APPROVED')
  await applicant.seesStage('approved')
})
