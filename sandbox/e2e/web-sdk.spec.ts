// The web SDK as a merchant uses it (F2).
import { expect, Flow, test } from './fixtures'

test('Escape asks before it cancels, from inside the frame and from outside', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.startFlow(await tenant.openInquiry())
  await expect(flow.heading('Verify your identity')).toBeFocused()
  await merchant.page.keyboard.press('Escape')
  await expect(flow.button('Keep going')).toBeFocused()
  await flow.press('Keep going')
  await expect(flow.screen.getByRole('dialog')).toHaveCount(0)
  await merchant.page.locator('dialog').evaluate((dialog) => {
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  })
  await flow.press('Leave')
  await expect.poll(() => merchant.calls()).toEqual([['ready'], ['cancel']])
  await expect(merchant.page.getByRole('dialog')).toHaveCount(0)
  await expect(merchant.button).toBeFocused()
})

test('close and destroy remove the flow without a callback', async ({ tenant, merchant, flow }) => {
  await merchant.startFlow(await tenant.openInquiry())
  await expect(flow.heading('Verify your identity')).toBeVisible()
  await merchant.page.evaluate('sdk.close()')
  await expect(merchant.page.getByRole('dialog')).toHaveCount(0)
  await merchant.page.evaluate('sdk.open()')
  await expect(flow.heading('Verify your identity')).toBeVisible()
  await merchant.page.evaluate('sdk.destroy()')
  await expect(merchant.page.getByRole('dialog')).toHaveCount(0)
  expect(await merchant.calls()).toEqual([['ready'], ['ready']])
  await expect(merchant.page.evaluate('sdk.open()')).rejects.toThrow('destroyed')
})

test('messages from another window are ignored on both sides', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.startFlow(await tenant.openInquiry())
  await expect(flow.heading('Verify your identity')).toBeVisible()
  // A well-formed message to the merchant's page, but the page itself sends it instead of the flow.
  await merchant.page.evaluate(
    `window.postMessage({ channel: 'verification-flow/1', type: 'complete' }, '*')`,
  )
  // A message to the flow from another frame of the merchant's page: the origin is right, but it isn't the window that opened the
  // flow.
  await merchant.page.evaluate(`
    const other = document.createElement('iframe')
    other.id = 'other'
    document.body.append(other)
  `)
  const other = await (await merchant.page.$('#other'))?.contentFrame()
  await other?.evaluate(() => {
    const flowFrame = parent.document.querySelector<HTMLIFrameElement>('dialog iframe')
    flowFrame?.contentWindow?.postMessage({ channel: 'verification-flow/1', type: 'leave' }, '*')
  })
  await flow.press('Agree and continue')
  await expect(flow.heading('Enter your details')).toBeVisible()
  await expect(flow.screen.getByRole('dialog')).toHaveCount(0)
  expect(await merchant.calls()).toEqual([['ready']])
})

test('closing the popup cancels the flow, and one carries the whole flow and closes at its end', async ({
  tenant,
  merchant,
}) => {
  const inquiryId = await tenant.openInquiry()
  const openPopup = async () => {
    const opened = merchant.page.waitForEvent('popup')
    await merchant.startFlow(inquiryId, 'popup')
    return opened
  }
  const closed = await openPopup()
  await expect(new Flow(closed).heading('Verify your identity')).toBeVisible()
  await closed.close()
  await expect.poll(() => merchant.calls()).toEqual([['ready'], ['cancel']])
  const popup = await openPopup()
  const flow = new Flow(popup)
  await flow.giveEverything()
  const ended = popup.waitForEvent('close')
  await flow.submit('Approved')
  await flow.press('Return to Larkspur')
  await ended
  const complete = ['complete', { inquiryId }]
  expect(await merchant.calls()).toEqual([['ready'], ['cancel'], ['ready'], complete])
  expect(await tenant.statusOf(inquiryId)).not.toBe('PENDING')
})

test('a redirect goes through the flow, survives a reload and returns, and no URL contains the inquiryId', async ({
  tenant,
  merchant,
  flow: inModal,
}) => {
  const inquiryId = await tenant.openInquiry()
  const addresses: string[] = []
  merchant.page.on('request', (request) => addresses.push(request.url()))
  merchant.page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await merchant.startFlow(inquiryId)
  await expect(inModal.heading('Verify your identity')).toBeVisible()
  await merchant.page.evaluate('sdk.close()')
  await merchant.startFlow(inquiryId, 'redirect')
  const flow = new Flow(merchant.page)
  await flow.press('Agree and continue')
  await flow.fillPersonalInfo()
  await expect(flow.heading('Choose your document')).toBeVisible()
  await merchant.page.reload()
  await expect(flow.heading('Choose your document')).toBeVisible()
  await flow.press('Continue with passport')
  await flow.giveSpecimen()
  await flow.giveSpecimen()
  await flow.submit('Needs review')
  await flow.press('Return to Larkspur')
  await expect(merchant.page).toHaveURL(/\/returned$/)
  expect(await tenant.statusOf(inquiryId)).toBe('NEEDS_REVIEW')
  expect(addresses.filter((address) => address.includes(inquiryId))).toEqual([])
})

test('a browser that blocks storage completes a redirect, too', async ({ tenant, merchant }) => {
  await merchant.page.addInitScript(() => {
    const get = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, { get })
  })
  await merchant.page.reload()
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId, 'redirect')
  const flow = new Flow(merchant.page)
  await flow.giveEverything()
  await flow.submit('Approved')
  await flow.press('Return to Larkspur')
  await expect(merchant.page).toHaveURL(/\/returned$/)
})

test('the modal works on iOS 16.0, which lacks newer browser features', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.page.addInitScript(() => {
    Reflect.deleteProperty(URL, 'canParse')
    Reflect.deleteProperty(URL, 'parse')
    Reflect.deleteProperty(AbortSignal, 'any')
    for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with'])
      Reflect.deleteProperty(Array.prototype, name)
    Object.defineProperty(window, 'CSSStyleSheet', {
      value: function CSSStyleSheet() {
        throw new TypeError('Illegal constructor')
      },
    })
  })
  await merchant.page.reload()
  await merchant.startFlow(await tenant.openInquiry())
  await flow.giveEverything()
  await flow.submit('Approved')
  await flow.press('Return to Larkspur')
  await expect.poll(() => merchant.calls()).toContainEqual(['complete', expect.anything()])
  expect(await merchant.violations()).toEqual([])
})

test('the flow speaks the language of the merchant’s page before the browser’s, another keeps the focus, and leaving leads to the cancel URL', async ({
  tenant,
  merchant,
}) => {
  await merchant.startFlow(await tenant.openInquiry(), 'redirect', 'de-AT')
  const flow = new Flow(merchant.page)
  await expect(flow.heading('Identität bestätigen')).toBeFocused()
  await flow.screen.getByLabel('Sprache').focus()
  await flow.screen.getByLabel('Sprache').selectOption('English')
  await expect(flow.heading('Verify your identity')).toBeVisible()
  await expect(flow.screen.getByLabel('Language')).toBeFocused()
  await flow.press('Agree and continue')
  await expect(flow.heading('Enter your details')).toBeFocused()
  await flow.press('Cancel')
  await flow.press('Leave')
  await expect(merchant.page).toHaveURL(/\/cancelled$/)
})

test('until the flow is on screen, the modal says in the page’s language that it loads, and can be closed', async ({
  tenant,
  merchant,
}) => {
  const { page } = merchant
  const inquiryId = await tenant.openInquiry()
  let answer = () => {}
  const waits = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/flow', (route) => waits.then(() => route.continue()))
  await merchant.startFlow(inquiryId, 'modal', 'de')
  const dialog = page.getByRole('dialog', { name: 'Identitätsprüfung' })
  await expect(dialog.getByRole('status')).toHaveText('Die Prüfung wird geladen…')
  const cancel = dialog.getByRole('button', { name: 'Abbrechen' })
  await expect(cancel).toBeFocused()
  await cancel.press('Enter')
  await expect(dialog).toHaveCount(0)
  expect(await merchant.calls()).toEqual([['cancel']])
  await expect(merchant.button).toBeFocused()
  await merchant.startFlow(inquiryId, 'modal', 'de')
  answer()
  const flow = new Flow(page.frameLocator('iframe[title="Identitätsprüfung"]'))
  await expect(flow.heading('Identität bestätigen')).toBeFocused()
  await expect(cancel).toHaveCount(0)
  expect(await merchant.violations()).toEqual([])
})
