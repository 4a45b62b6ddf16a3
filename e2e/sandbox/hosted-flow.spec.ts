// The hosted flow as its customer meets it (F1).
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'

test('what the customer chooses in the sandbox panel is the outcome', async ({
  tenant,
  merchant,
  flow,
}) => {
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.giveEverything()
  await flow.submit('Needs review')
  await flow.press('Return to Northwind Bank')
  await expect.poll(() => merchant.calls()).toEqual([['ready'], ['complete', { inquiryId }]])
  expect(await tenant.statusOf(inquiryId)).toBe('NEEDS_REVIEW')
})

test('every document has each of its pages collected, and the pictures reach the merchant', async ({
  tenant,
  merchant,
  flow,
}) => {
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.press('Agree and continue')
  await flow.fillPersonalInfo()
  await flow.screen.getByRole('radio', { name: 'Driving licence' }).check()
  await flow.press('Continue')
  await expect(flow.heading('Driving licence: front')).toBeVisible()
  await flow.giveSpecimen()
  await expect(flow.heading('Driving licence: back')).toBeVisible()
  await flow.giveSpecimen()
  await flow.giveSpecimen()
  await flow.submit('Approved')
  const documents = await tenant.documentsOf(inquiryId)
  expect(documents.map(({ type, backPage }) => [type, backPage !== undefined])).toEqual([
    ['driving_license', true],
    ['selfie', false],
  ])
})

test('the camera takes a document and a selfie, and a picture can be retaken', async ({
  tenant,
  merchant,
  flow,
}) => {
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.press('Agree and continue')
  await flow.fillPersonalInfo()
  await flow.press('Continue')
  await flow.press('Use the camera')
  await flow.press('Take the picture')
  await flow.press('Retake')
  await flow.press('Use the camera')
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

test('a refused camera is explained, and an upload goes on', async ({ tenant, merchant, flow }) => {
  await merchant.page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: refuse })
  })
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.press('Agree and continue')
  await flow.fillPersonalInfo()
  await flow.press('Continue')
  await flow.press('Use the camera')
  await expect(flow.alert).toContainText('The browser may not use your camera')
  await flow.screen
    .getByLabel('Upload a picture')
    .setInputFiles(await screenshotFile(merchant.page))
  await flow.press('Use this picture')
  await expect(flow.heading('Take a selfie')).toBeVisible()
})

test('a file that is no picture is refused by name, and another can be chosen', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.startFlow(await tenant.openInquiry())
  await flow.press('Agree and continue')
  await flow.fillPersonalInfo()
  await flow.press('Continue')
  const upload = flow.screen.getByLabel('Upload a picture')
  const text = { name: 'passport.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') }
  await upload.setInputFiles(text)
  await expect(flow.alert).toContainText('We cannot read this file as a picture')
  await upload.setInputFiles({ ...text, buffer: Buffer.alloc(10 * 1024 * 1024 + 1) })
  await expect(flow.alert).toContainText('larger than 10 MB')
  await upload.setInputFiles(await screenshotFile(merchant.page))
  await expect(flow.screen.getByRole('img', { name: /^Your picture/ })).toBeVisible()
  await expect(flow.alert).toBeEmpty()
})

test('fields to correct are marked, described, and the first has the focus', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.startFlow(await tenant.openInquiry())
  await flow.press('Agree and continue')
  await flow.screen.getByLabel('Full name').fill('Anna Eriksson')
  await flow.screen.getByLabel('Phone number').fill('070 123 45 67')
  await flow.press('Continue')
  await expect(flow.alert).toContainText('look at the marked fields')
  await expect(flow.screen.getByLabel('Country')).toBeFocused()
  await expect(flow.screen.getByLabel('Full name')).toHaveValue('Anna Eriksson')
  await expect(flow.screen.getByLabel('Phone number')).toHaveAccessibleDescription(/country code/)
})

test('whoever leaves goes on later where they stopped', async ({ tenant, merchant, flow }) => {
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.press('Agree and continue')
  await flow.fillPersonalInfo()
  await expect(flow.heading('Choose your document')).toBeVisible()
  await merchant.page.goto('about:blank')
  await merchant.startFlow(inquiryId)
  await expect(flow.heading('Choose your document')).toBeVisible()
})

test('a step can be changed before handing in', async ({ tenant, merchant, flow }) => {
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.giveEverything()
  await flow.press('Change: Identity document')
  await flow.screen.getByRole('radio', { name: 'National identity card' }).check()
  await flow.press('Continue')
  await flow.giveSpecimen()
  await flow.giveSpecimen()
  await flow.submit('Approved')
  const [document] = await tenant.documentsOf(inquiryId)
  expect(document?.type).toBe('national_id')
})

test('an inquiry that expires on the way says so kindly', async ({ tenant, merchant, flow }) => {
  await merchant.startFlow(await tenant.openInquiry())
  await flow.press('Agree and continue')
  await tenant.advanceClock(8)
  await flow.fillPersonalInfo()
  await expect(flow.heading('This verification has expired')).toBeVisible()
})

test('an inquiry that is already completed says so, and leads back', async ({
  tenant,
  merchant,
  flow,
}) => {
  const inquiryId = await tenant.openInquiry()
  await tenant.complete(inquiryId, 'APPROVED')
  await merchant.startFlow(inquiryId)
  await expect(flow.heading('You have already completed this')).toBeVisible()
  await flow.press('Return')
  await expect
    .poll(async () => (await merchant.calls()).map(([name]) => name))
    .toEqual(['ready', 'error', 'complete'])
})

test.describe('with a signature in the template', () => {
  test.use({ tenantDetails: { definition: { steps: ['SIGNATURE'] } } })

  test('the flow asks for it alone', async ({ tenant, merchant, flow }) => {
    const inquiryId = await tenant.openInquiry()
    await merchant.startFlow(inquiryId)
    await flow.press('Agree and continue')
    await expect(flow.heading('Your signature')).toBeVisible()
    await flow.giveSpecimen()
    await flow.submit('Approved')
    expect((await tenant.documentsOf(inquiryId)).map(({ type }) => type)).toEqual(['signature'])
  })
})

test.describe('in a browser that asks for Arabic', () => {
  test.use({ locale: 'ar-EG' })

  test('the flow begins right to left, and switches to English', async ({
    tenant,
    merchant,
    flow,
  }) => {
    await merchant.startFlow(await tenant.openInquiry())
    await expect(flow.heading('التحقق من هويتك')).toBeVisible()
    await expect(flow.screen.locator('html')).toHaveAttribute('dir', 'rtl')
    await flow.press('English')
    await expect(flow.heading('Verify your identity')).toBeVisible()
    await expect(flow.screen.locator('html')).toHaveAttribute('dir', 'ltr')
  })
})

/** Any real picture will do. */
async function screenshotFile(page: Page) {
  return { name: 'picture.png', mimeType: 'image/png', buffer: await page.screenshot() }
}
