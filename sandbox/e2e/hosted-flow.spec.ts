// The hosted flow as a customer sees it (F1).
import { devices } from '@playwright/test'
import { expect, Flow, test } from './fixtures'
import { createTenant } from './tenant'
import { expectNoViolations } from './violations'

test('the modal complies with a strict policy, and its last screen stays until it is closed', async ({
  tenant,
  merchant,
  flow,
}) => {
  const { page } = merchant
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.giveEverything()
  await page.clock.install()
  await flow.submit('Approved')
  await page.clock.runFor(60_000)
  await expect(flow.heading('Thank you, all done')).toBeFocused()
  expect(await merchant.calls()).toEqual([['ready']])
  await flow.press('Return to Larkspur')
  await expect.poll(() => merchant.calls()).toEqual([['ready'], ['complete', { inquiryId }]])
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(merchant.button).toBeFocused()
  expect(await merchant.violations()).toEqual([])
  const steps = ['CONSENT', 'PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH', 'REVIEW', 'DONE']
  expect(await merchant.steps()).toEqual(steps)
})

test('the camera takes a document and a selfie, and a picture can be retaken', async ({
  tenant,
  merchant,
  flow,
}) => {
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.reachPictures()
  await flow.press('Use the camera')
  await flow.press('Take the picture')
  await expect(flow.heading('Is it readable?')).toBeFocused()
  await flow.press('Retake')
  await expect(flow.heading('Photograph your passport')).toBeFocused()
  await flow.press('Take the picture')
  await flow.press('Use this picture')
  await expect(flow.heading('Take a selfie')).toBeVisible()
  await flow.press('Use the camera')
  await flow.press('Take the picture')
  await flow.press('Use this picture')
  await flow.submit('Approved')
  const [passport] = await tenant.documentsOf(inquiryId)
  const picture = await fetch(passport?.frontPage ?? '')
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
})

test('what the camera does is announced by a region that was there before, and no press loses the focus', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.startFlow(await tenant.openInquiry())
  await flow.reachPictures()
  const heading = flow.heading('Photograph your passport')
  await expect(heading).toBeFocused()
  const status = flow.screen.getByRole('status')
  const region = await status.elementHandle()
  await expect(status).toBeEmpty()
  await flow.button('Use the camera').focus()
  await flow.button('Use the camera').press('Enter')
  await expect(heading).toBeFocused()
  // Chromium's own picture moves, so the frame counts as filled.
  await expect(status).toHaveText(/^Camera on\. Something fills the frame/)
  await flow.button('Back').press('Enter')
  await expect(status).toHaveText('Camera off.')
  await expect(heading).toBeFocused()
  expect(await region?.evaluate((element) => element.isConnected)).toBe(true)
})

test('a look at the phone’s code keeps the chosen document and its photographed front', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.startFlow(await tenant.openInquiry())
  await flow.press('Agree and continue')
  await flow.fillPersonalInfo()
  await flow.screen.getByRole('radio', { name: 'Driving licence' }).check()
  await flow.press('Continue with driving licence')
  await flow.giveSpecimen()
  await expect(flow.heading('Photograph the back of your licence')).toBeFocused()
  await flow.press('Continue on your phone')
  await expect(flow.screen.getByText('opens on this computer only')).toBeVisible()
  await flow.press('Continue here instead')
  await expect(flow.heading('Photograph the back of your licence')).toBeFocused()
  await flow.giveSpecimen()
  await expect(flow.heading('Take a selfie')).toBeFocused()
})

test('a refused camera and a file that is not a picture are explained, and another upload works', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: refuse })
  })
  await merchant.startFlow(await tenant.openInquiry())
  await flow.reachPictures()
  await flow.press('Use the camera')
  await expect(flow.alert).toContainText('Your browser can’t use the camera')
  const upload = flow.screen.getByLabel('Upload a picture')
  const file = { name: 'passport.png', mimeType: 'image/png' }
  await upload.setInputFiles({ ...file, buffer: Buffer.from('not a picture') })
  await expect(flow.alert).toContainText('We can’t read this file')
  await upload.setInputFiles({ ...file, buffer: Buffer.alloc(10 * 1024 * 1024 + 1) })
  await expect(flow.alert).toContainText('larger than 10 MB')
  // Any real picture works.
  await upload.setInputFiles({ ...file, buffer: await merchant.page.screenshot() })
  await expect(flow.alert).toBeEmpty()
  await flow.press('Use this picture')
  await expect(flow.heading('Take a selfie')).toBeVisible()
})

test('fields with mistakes are marked and described, and the first is focused', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.startFlow(await tenant.openInquiry())
  await flow.press('Agree and continue')
  await flow.screen.getByLabel('Full name').fill('Anna Eriksson')
  await flow.screen.getByLabel('Phone number').fill('070 123 45 67')
  await flow.press('Continue')
  const country = flow.screen.getByLabel('Country')
  await expect(country).toBeFocused()
  await expect(country).toHaveAccessibleDescription('Choose the country you live in.')
  await expect(country).toHaveAttribute('aria-invalid', 'true')
  await expect(flow.screen.getByLabel('Full name')).toHaveValue('Anna Eriksson')
  const phone = flow.screen.getByLabel('Phone number')
  await expect(phone).toHaveAccessibleDescription(/^Enter the number with/)
  await phone.fill('+46 70 123 45 67')
  await expect(phone).toHaveAttribute('aria-invalid', 'false')
  await expect(phone).toHaveAccessibleDescription(/^With country code/)
  await expect(country).toHaveAttribute('aria-invalid', 'true')
})

test('the flow has the merchant’s name and brand, and says who secures it', async ({
  tenant,
  merchant,
  flow,
}) => {
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await expect(flow.screen.getByText('Larkspur', { exact: true })).toBeVisible()
  await merchant.page.goto('about:blank')
  await tenant.setBrand({ color: '#7a1f5c', logo: 'data:image/svg+xml;base64,PHN2Zy8+' })
  await merchant.startFlow(inquiryId)
  const agree = flow.button('Agree and continue')
  // CSS computes this from #7a1f5c.
  await expect(agree).toHaveCSS('background-color', /^oklch\(0\.4077\d* 0\.141\d* 344\./)
  await expect(flow.screen.locator('header img')).toHaveAttribute('src', /^data:image\/svg/)
  await expect(flow.screen.getByText('Secured by Veridian Identity')).toBeVisible()
  expect(await merchant.violations()).toEqual([])
})

test('any colour of a merchant is readable, light and dark', async ({ tenant, merchant }) => {
  for (const color of ['#00ff00', '#001100', '#ffd400', '#ffffff']) {
    await tenant.setBrand({ color, logo: 'data:image/svg+xml;base64,PHN2Zy8+' })
    await merchant.startFlow(await tenant.openInquiry(), 'redirect')
    await expect(new Flow(merchant.page).button('Agree and continue')).toBeVisible()
    await expectNoViolations(merchant.page)
  }
})

test('each step leads back to the one before it, and what was typed is still there', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.startFlow(await tenant.openInquiry())
  const back = flow.screen.getByRole('button', { name: 'Back', exact: true })
  await expect(flow.heading('Verify your identity')).toBeFocused()
  await expect(back).toHaveCount(0)
  await flow.reachPictures()
  await flow.giveSpecimen()
  await expect(flow.heading('Take a selfie')).toBeFocused()
  await back.click()
  await expect(flow.heading('Choose your document')).toBeFocused()
  await back.click()
  await expect(flow.heading('Enter your details')).toBeFocused()
  await expect(flow.screen.getByLabel('Full name')).not.toHaveValue('')
  await back.click()
  await expect(flow.heading('Verify your identity')).toBeFocused()
  await flow.press('Agree and continue')
  await expect(flow.heading('Take a selfie')).toBeFocused()
})

test('the last step shows what will be submitted and lets it be changed, but shows nothing to someone who returns', async ({
  tenant,
  merchant,
  flow,
}) => {
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.giveEverything()
  for (const text of ['Anna Eriksson', 'Sweden', 'anna@example.com', '+46 70 123 45 67'])
    await expect(flow.screen.getByText(text, { exact: true })).toBeVisible()
  for (const name of ['Your picture: Passport', 'Your picture: Selfie'])
    await expect(flow.screen.getByRole('img', { name })).toHaveJSProperty('complete', true)
  await flow.press('Change: Identity document')
  await flow.screen.getByRole('radio', { name: 'National identity card' }).check()
  await flow.press('Continue with identity card')
  await flow.giveSpecimen()
  await flow.giveSpecimen()
  await expect(flow.heading('Check and submit')).toBeVisible()
  await merchant.page.goto('about:blank')
  await merchant.startFlow(inquiryId)
  await expect(flow.heading('Check and submit')).toBeVisible()
  await expect(flow.screen.getByText('Received earlier')).toHaveCount(3)
  await expect(flow.screen.getByText('Anna Eriksson')).toHaveCount(0)
  await expect(flow.screen.getByRole('img')).toHaveCount(0)
  await flow.submit('Approved')
  const [document] = await tenant.documentsOf(inquiryId)
  expect(document?.type).toBe('national_id')
})

test('the flow says so when the inquiry is unknown, was completed or expires before the end, and leads back', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.startFlow('6f7c2f0e-5a0e-4a5e-9a68-0c7a1a7f1c11')
  await expect(flow.heading('Start from the page that sent you here')).toBeVisible()
  const unknown = expect.objectContaining({ code: 'UNKNOWN_INQUIRY' })
  expect(await merchant.calls()).toEqual([['ready'], ['error', unknown]])
  await flow.press('Return')
  await expect(merchant.page.getByRole('dialog')).toHaveCount(0)
  const inquiryId = await tenant.openInquiry()
  await tenant.complete(inquiryId, 'APPROVED')
  await merchant.startFlow(inquiryId)
  await expect(flow.heading('You’ve already completed this')).toBeVisible()
  await flow.press('Return')
  await expect
    .poll(() => merchant.page.evaluate('sdkCalls.map(([name]) => name)'))
    .toEqual(['ready', 'error', 'cancel', 'ready', 'error', 'complete'])
  await merchant.startFlow(await tenant.openInquiry())
  await flow.press('Agree and continue')
  await tenant.advanceClock(8)
  await flow.fillPersonalInfo()
  await expect(flow.heading('This verification has expired')).toBeVisible()
})

test('a phone takes over with a link that works once, and the first device follows to the end', async ({
  browser,
  tenant,
  merchant,
  flow,
}) => {
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.reachPictures()
  await flow.press('Continue on your phone')
  await expect(flow.screen.getByRole('img', { name: 'QR code' })).toBeVisible()
  const link = (await flow.screen.getByRole('code').textContent()) ?? ''
  expect(link).not.toContain(inquiryId)

  const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(link)
  const phone = new Flow(page)
  await expect(phone.heading('Choose your document')).toBeFocused()
  await expect(page).toHaveURL(/\/flow$/)
  await expect(flow.screen.getByText('Finish the check there')).toBeVisible()
  await expect(flow.heading('Continue on your phone')).toBeFocused()
  await phone.press('Continue with passport')
  await expect(phone.button('Use the camera')).toBeVisible()
  await expect(phone.button('Continue on your phone')).toBeHidden()
  await phone.giveSpecimen()
  await expect(phone.heading('Take a selfie')).toBeFocused()
  await expect(flow.screen.getByText('Step 4 of 5')).toBeVisible()
  await page.reload()
  await phone.giveSpecimen()
  await phone.submit('Approved')
  await expect(phone.screen.getByText('You can close this page')).toBeVisible()
  await expect(phone.button('Return to Larkspur')).toHaveCount(0)
  await flow.press('Return to Larkspur')
  await expect.poll(() => merchant.calls()).toEqual([['ready'], ['complete', { inquiryId }]])
  // The first device polls, so it may miss a short step.
  expect(await merchant.steps()).toEqual(
    expect.arrayContaining(['PASSPORT_SCAN', 'FACE_MATCH', 'DONE']),
  )

  await page.goto('about:blank')
  await page.goto(link)
  await expect(phone.heading('Go back to your other device')).toBeVisible()
  await context.close()
})

test('with a template of one step, the flow asks only for that', async ({
  service,
  merchant,
  flow,
}) => {
  const tenant = await createTenant(service.sandbox, { definition: { steps: ['SIGNATURE'] } })
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.press('Agree and continue')
  await expect(flow.heading('Your signature')).toBeVisible()
  await flow.giveSpecimen()
  await flow.submit('Approved')
  expect((await tenant.documentsOf(inquiryId)).map(({ type }) => type)).toEqual(['signature'])
})
