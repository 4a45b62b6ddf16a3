// The hosted flow as a customer sees it (F1).
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'

test('the outcome is what the customer chooses under Sandbox', async ({
  tenant,
  merchant,
  flow,
}) => {
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.giveEverything()
  await flow.submit('Needs review')
  await flow.press('Return to Northwind')
  await expect.poll(() => merchant.calls()).toEqual([['ready'], ['complete', { inquiryId }]])
  expect(await tenant.statusOf(inquiryId)).toBe('NEEDS_REVIEW')
})

test('before agreeing, the customer can read how their data is used', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.startFlow(await tenant.openInquiry())
  const notice = flow.screen.getByRole('dialog', { name: 'How your data is used' })
  await flow.press('Privacy notice')
  await expect(notice).toContainText('can see the result, your details and your pictures.')
  await notice.press('Escape')
  await expect(notice).toBeHidden()
  await expect(flow.button('Privacy notice')).toBeFocused()
  await flow.press('Privacy notice')
  await notice.getByRole('button', { name: 'Close' }).click()
  await flow.press('Agree and continue')
  await expect(flow.heading('Enter your details')).toBeFocused()
})

const AGREEMENT = 'By agreeing, you let Veridian Identity'

test('the customer agrees to the comparison of their face', async ({ tenant, merchant, flow }) => {
  await merchant.startFlow(await tenant.openInquiry())
  await expect(flow.screen.getByText(AGREEMENT)).toContainText('compare your face')
  await expect(flow.screen.getByRole('listitem').last()).toContainText(
    'Compared with your document',
  )
  await flow.press('Privacy notice')
  await expect(flow.screen.getByRole('dialog')).toContainText('compares the face in your selfie')
})

for (const steps of [['PERSONAL_INFO', 'PASSPORT_SCAN'], ['FACE_MATCH']])
  test.describe(`a template with only ${steps.join(' and ')}`, () => {
    test.use({ tenantDetails: { definition: { steps } } })

    test('asks for no agreement to a comparison', async ({ tenant, merchant, flow }) => {
      await merchant.startFlow(await tenant.openInquiry())
      await expect(flow.screen.getByText(AGREEMENT)).toBeVisible()
      await flow.press('Privacy notice')
      await expect(flow.screen.getByRole('dialog')).toBeVisible()
      await expect(flow.screen.getByText(/compare/i)).toHaveCount(0)
    })
  })

test('a customer who doesn’t want to agree leaves at once, and can come back', async ({
  tenant,
  merchant,
  flow,
}) => {
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.press('Not now')
  await expect.poll(() => merchant.calls()).toEqual([['ready'], ['cancel']])
  await merchant.startFlow(inquiryId)
  await flow.giveEverything()
  await flow.submit('Approved')
})

test('the end says what was received and what happens next', async ({ tenant, merchant, flow }) => {
  await merchant.startFlow(await tenant.openInquiry())
  await flow.giveEverything()
  await flow.submit('Approved')
  await expect(
    flow.screen.getByText(
      'We’ve received your personal information, identity document and selfie.',
    ),
  ).toBeVisible()
  await expect(flow.screen.getByRole('heading', { name: 'What happens next' })).toBeVisible()
  await expect(flow.screen.getByRole('listitem')).toHaveText([
    /^We check your details/,
    /^Northwind tells you the result/,
  ])
})

test('every page of a document is collected, and the pictures reach the merchant', async ({
  tenant,
  merchant,
  flow,
}) => {
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.press('Agree and continue')
  await flow.fillPersonalInfo()
  await flow.screen.getByRole('radio', { name: 'Driving licence' }).check()
  await flow.press('Continue with driving licence')
  await expect(flow.heading('Photograph the front of your licence')).toBeVisible()
  await flow.giveSpecimen()
  await expect(flow.heading('Photograph the back of your licence')).toBeVisible()
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
  await flow.press('Continue with passport')
  await flow.press('Use the camera')
  await flow.press('Take the picture')
  await expect(flow.heading('Is it readable?')).toBeFocused()
  await flow.press('Retake')
  await expect(flow.heading('Photograph your passport')).toBeFocused()
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

test('a refused camera is explained, and an upload works instead', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: refuse })
  })
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.press('Agree and continue')
  await flow.fillPersonalInfo()
  await flow.press('Continue with passport')
  await flow.press('Use the camera')
  await expect(flow.alert).toContainText('Your browser can’t use the camera')
  await flow.screen
    .getByLabel('Upload a picture')
    .setInputFiles(await screenshotFile(merchant.page))
  await flow.press('Use this picture')
  await expect(flow.heading('Take a selfie')).toBeVisible()
})

test('a file that is not a picture is refused with the reason, and another can be chosen', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.startFlow(await tenant.openInquiry())
  await flow.press('Agree and continue')
  await flow.fillPersonalInfo()
  await flow.press('Continue with passport')
  const upload = flow.screen.getByLabel('Upload a picture')
  const text = { name: 'passport.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') }
  await upload.setInputFiles(text)
  await expect(flow.alert).toContainText('We can’t read this file')
  await upload.setInputFiles({ ...text, buffer: Buffer.alloc(10 * 1024 * 1024 + 1) })
  await expect(flow.alert).toContainText('larger than 10 MB')
  await upload.setInputFiles(await screenshotFile(merchant.page))
  await expect(flow.screen.getByRole('img', { name: /^Your picture/ })).toBeVisible()
  await expect(flow.alert).toBeEmpty()
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
  await expect(country).toHaveAccessibleDescription('Choose your country.')
  await expect(country).toHaveAttribute('aria-invalid', 'true')
  await expect(flow.screen.getByLabel('Full name')).toHaveValue('Anna Eriksson')
  const phone = flow.screen.getByLabel('Phone number')
  await expect(phone).toHaveAccessibleDescription(/^Enter the number with/)
  await phone.fill('+46 70 123 45 67')
  await expect(phone).toHaveAttribute('aria-invalid', 'false')
  await expect(phone).toHaveAccessibleDescription(/^With country code/)
  await expect(country).toHaveAttribute('aria-invalid', 'true')
})

test('a sample person fills in the form, and the specimen has the same name', async ({
  tenant,
  merchant,
  flow,
}) => {
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.press('Agree and continue')
  await flow.press('Fill in a sample person')
  await expect(flow.screen.getByLabel('Full name')).not.toHaveValue('')
  const name = await flow.screen.getByLabel('Full name').inputValue()
  await flow.press('Continue')
  await flow.press('Continue with passport')
  await flow.giveSpecimen()
  await flow.giveSpecimen()
  await flow.openSandbox('Outcome')
  await flow.screen.getByRole('radio', { name: 'Approved', exact: true }).check()
  await flow.press('Submit to Northwind')
  await expect(flow.heading('Thank you, all done')).toBeVisible()
  expect(await tenant.namesOf(inquiryId)).toEqual({ declared: name, onDocument: name })
})

test('the flow has the merchant’s brand, or its initials, and says who secures it', async ({
  tenant,
  merchant,
  flow,
}) => {
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await expect(flow.screen.getByText('N', { exact: true })).toBeVisible()
  await merchant.page.goto('about:blank')
  await tenant.setBrand({ color: '#7a1f5c', logo: 'data:image/svg+xml;base64,PHN2Zy8+' })
  await merchant.startFlow(inquiryId)
  const agree = flow.button('Agree and continue')
  await expect(agree).toHaveCSS('background-color', 'rgb(122, 31, 92)')
  await expect(flow.screen.locator('header img')).toHaveAttribute('src', /^data:image\/svg/)
  await expect(flow.screen.getByText('Secured by Veridian Identity')).toBeVisible()
  expect(await merchant.violations()).toEqual([])
})

test('a customer who leaves the flow resumes where they stopped', async ({
  tenant,
  merchant,
  flow,
}) => {
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.press('Agree and continue')
  await flow.fillPersonalInfo()
  await expect(flow.heading('Choose your document')).toBeVisible()
  await merchant.page.goto('about:blank')
  await merchant.startFlow(inquiryId)
  await expect(flow.heading('Choose your document')).toBeVisible()
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
  await flow.press('Agree and continue')
  await flow.fillPersonalInfo()
  await flow.press('Continue with passport')
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

test('a picture leads back to the screen that it was taken on', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.startFlow(await tenant.openInquiry())
  await flow.press('Agree and continue')
  await flow.fillPersonalInfo()
  await flow.press('Continue with passport')
  await flow.press('Use a specimen')
  await expect(flow.heading('Use this specimen?')).toBeFocused()
  await flow.press('Back')
  await expect(flow.heading('Photograph your passport')).toBeFocused()
  await flow.press('Back')
  await expect(flow.heading('Choose your document')).toBeFocused()
})

test('a customer who changes nothing after all goes back to the last step', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.startFlow(await tenant.openInquiry())
  await flow.giveEverything()
  await flow.press('Change: Identity document')
  await flow.press('Continue with passport')
  await flow.press('Back')
  await expect(flow.heading('Choose your document')).toBeFocused()
  await flow.press('Back')
  await expect(flow.heading('Check and submit')).toBeFocused()
  await flow.submit('Approved')
})

test('what a specimen should be is folded away, and counts once it is chosen', async ({
  tenant,
  merchant,
  flow,
}) => {
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.press('Agree and continue')
  await flow.fillPersonalInfo()
  await flow.press('Continue with passport')
  await flow.press('Use a specimen')
  const anotherName = flow.screen.getByRole('checkbox', {
    name: 'Put another name on the document',
  })
  await expect(anotherName).toBeHidden()
  await flow.openSandbox('Specimen options')
  await anotherName.check()
  await expect(anotherName).toBeChecked()
  await flow.press('Use this picture')
  await flow.giveSpecimen()
  await flow.screen.getByRole('radio', { name: 'Needs review', exact: true }).check()
  await flow.press('Submit to Northwind')
  await expect(flow.heading('Thank you, all done')).toBeVisible()
  const { declared, onDocument } = await tenant.namesOf(inquiryId)
  expect(onDocument).not.toBe(declared)
})

test('a step can be changed before submission', async ({ tenant, merchant, flow }) => {
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.giveEverything()
  await flow.press('Change: Identity document')
  await flow.screen.getByRole('radio', { name: 'National identity card' }).check()
  await flow.press('Continue with identity card')
  await flow.giveSpecimen()
  await flow.giveSpecimen()
  await flow.submit('Approved')
  const [document] = await tenant.documentsOf(inquiryId)
  expect(document?.type).toBe('national_id')
})

test('the last step shows what will be submitted, but not to someone who returns later', async ({
  tenant,
  merchant,
  flow,
}) => {
  const inquiryId = await tenant.openInquiry()
  await merchant.startFlow(inquiryId)
  await flow.giveEverything()
  for (const text of ['Anna Eriksson', 'Sweden', 'anna@example.com', '+46 70 123 45 67']) {
    await expect(flow.screen.getByText(text, { exact: true })).toBeVisible()
  }
  for (const name of ['Your picture: Passport: page with your photo', 'Your picture: Selfie'])
    await expect(flow.screen.getByRole('img', { name })).toHaveJSProperty('complete', true)
  await merchant.page.goto('about:blank')
  await merchant.startFlow(inquiryId)
  await expect(flow.heading('Check and submit')).toBeVisible()
  await expect(flow.screen.getByText('Received earlier')).toHaveCount(3)
  await expect(flow.screen.getByText('Passport', { exact: true })).toBeVisible()
  await expect(flow.screen.getByText('Anna Eriksson')).toHaveCount(0)
  await expect(flow.screen.getByRole('img')).toHaveCount(0)
})

test('the flow says so when the inquiry expires before the end', async ({
  tenant,
  merchant,
  flow,
}) => {
  await merchant.startFlow(await tenant.openInquiry())
  await flow.press('Agree and continue')
  await tenant.advanceClock(8)
  await flow.fillPersonalInfo()
  await expect(flow.heading('This verification has expired')).toBeVisible()
})

test('the flow of an already completed inquiry says so, and leads back', async ({
  tenant,
  merchant,
  flow,
}) => {
  const inquiryId = await tenant.openInquiry()
  await tenant.complete(inquiryId, 'APPROVED')
  await merchant.startFlow(inquiryId)
  await expect(flow.heading('You’ve already completed this')).toBeVisible()
  await flow.press('Return')
  await expect
    .poll(async () => (await merchant.calls()).map(([name]) => name))
    .toEqual(['ready', 'error', 'complete'])
})

test.describe('with a signature in the template', () => {
  test.use({ tenantDetails: { definition: { steps: ['SIGNATURE'] } } })

  test('the flow asks only for the signature', async ({ tenant, merchant, flow }) => {
    const inquiryId = await tenant.openInquiry()
    await merchant.startFlow(inquiryId)
    await flow.press('Agree and continue')
    await expect(flow.heading('Your signature')).toBeVisible()
    await flow.giveSpecimen()
    await flow.submit('Approved')
    expect((await tenant.documentsOf(inquiryId)).map(({ type }) => type)).toEqual(['signature'])
  })
})

/** Any real picture will do. */
async function screenshotFile(page: Page) {
  return { name: 'picture.png', mimeType: 'image/png', buffer: await page.screenshot() }
}
