// A customer continues on another device, and nobody else can.
import { expectNoSidewaysScroll, expectNoViolations } from '../fixtures/accessibility'
import type { Applicant } from '../fixtures/applicant'
import { HostedFlow } from '../fixtures/hosted-flow'
import type { Person } from '../fixtures/person'
import { expect, test } from '../fixtures/test'

const PHONE = { viewport: { width: 390, height: 844 } }

/** Asks for a link on the first device. The page offers it only as a QR code and for copying. */
async function offeredLink(applicant: Applicant): Promise<string> {
  const { page } = applicant
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => sessionStorage.setItem('copied', text) },
    })
  })
  await applicant.press(page.getByRole('button', { name: 'Continue on another device' }))
  await expect(page.getByRole('img', { name: 'QR code with the link' })).toBeVisible()
  await applicant.press(page.getByRole('button', { name: 'Copy the link' }))
  await expect(page.getByText('Copied.')).toBeVisible()
  return (await page.evaluate(() => sessionStorage.getItem('copied'))) ?? ''
}

/** Opens the link and continues. @returns the code that the device shows */
async function openLink(person: Person, link: string): Promise<string> {
  await person.page.goto(link)
  await person.press(person.page.getByRole('button', { name: 'Yes, I started it' }))
  await expect(person.page.getByRole('heading', { level: 1 })).toHaveText(
    'Enter this code on your first device',
  )
  const shown = person.page.getByText(/Code: \d{4}/)
  return ((await shown.textContent()) ?? '').replace(/\D/g, '')
}

async function enterCode(applicant: Applicant, code: string): Promise<void> {
  await applicant.type(applicant.page.getByLabel('Four-digit code'), code)
  await applicant.press(applicant.page.getByRole('button', { name: 'Confirm' }))
}

test('a browser without a clipboard, as over plain HTTP, shows the link instead', {
  tag: '@sandbox',
}, async ({ applicant }) => {
  await applicant.apply()
  const { page } = applicant
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await applicant.press(page.getByRole('button', { name: 'Continue on another device' }))
  await applicant.press(page.getByRole('button', { name: 'Copy the link' }))
  const link = page.getByRole('textbox', { name: 'Link for your other device' })
  await expect(link).toHaveValue(/^http.+\/continue#/)
  // Selected, so that it only has to be copied.
  await expect(link).toBeFocused()
  const selected = await link.evaluate(
    (field) =>
      field instanceof HTMLInputElement &&
      field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0),
  )
  expect(selected).toBe(await link.inputValue())
  await expectNoViolations(page)
})

test('a check started on one device is completed on another, and the first shows its result', {
  tag: '@sandbox',
}, async ({ applicant, newPerson }) => {
  const phone = await newPerson(PHONE)
  const addresses: string[] = []
  for (const { page } of [applicant, phone])
    page.on('request', (request) => addresses.push(request.url()))
  await applicant.apply()
  const inquiryId = await applicant.inquiryId()
  const link = await offeredLink(applicant)
  await expectNoViolations(applicant.page)

  const code = await openLink(phone, link)
  await expectNoViolations(phone.page)
  await applicant.sees('Enter the code shown on your other device')
  await expectNoViolations(applicant.page)
  await enterCode(applicant, code)
  await applicant.sees('Continue on your other device')
  await phone.press(phone.page.getByRole('button', { name: 'Start identity check' }))
  const frame = phone.page.frameLocator('iframe[title="Identity verification"]')
  await new HostedFlow(frame, phone.input).complete('APPROVED')
  await expect(phone.page.getByRole('heading', { level: 1 })).toHaveText('All done on this device')
  await expectNoSidewaysScroll(phone.page)
  await applicant.sees('You are approved')

  // The other device isn't an applicant: it gets no result and no account.
  expect((await phone.page.request.get('/api/inquiries/current')).status()).toBe(404)
  await phone.page.goto('/account')
  await expect(phone.page).toHaveURL(/\/apply\/verify$/)
  const [, token = ''] = link.split('#')
  expect(addresses.filter((url) => url.includes(inquiryId) || url.includes(token))).toEqual([])
})

test('a link that someone else opened first gives them nothing, and its owner is told', {
  tag: '@sandbox',
}, async ({ applicant, newPerson }) => {
  await applicant.apply()
  const link = await offeredLink(applicant)
  const thief = await newPerson()
  await openLink(thief, link)
  const phone = await newPerson(PHONE)
  await phone.page.goto(link)
  await phone.press(phone.page.getByRole('button', { name: 'Yes, I started it' }))
  await expect(phone.page.getByRole('heading', { level: 1 })).toHaveText(
    'This link doesn’t work any more',
  )

  await applicant.press(applicant.page.getByText('My other device doesn’t show a code'))
  await expect(applicant.page.getByText('someone else opened it')).toBeVisible()
  const answer = await thief.page.request.get('/api/handoff')
  expect(await answer.json()).toEqual({ state: 'waiting', code: expect.any(String) })
  await applicant.press(applicant.page.getByRole('button', { name: 'Stay on this device' }))
  await expect(thief.page.getByRole('heading', { level: 1 })).toHaveText(
    'This link doesn’t work any more',
  )
  await expect(applicant.startButton).toBeVisible()
})

test('a wrong code confirms nothing, and the third one ends the link', { tag: '@sandbox' }, async ({
  applicant,
  newPerson,
}) => {
  await applicant.apply()
  const phone = await newPerson(PHONE)
  const code = await openLink(phone, await offeredLink(applicant))
  const wrong = code === '0000' ? '0001' : '0000'
  for (const _ of [1, 2]) {
    await enterCode(applicant, wrong)
    await expect(applicant.page.getByText('That isn’t the code')).toBeVisible()
    await expect(applicant.page.getByText('someone else opened it')).toBeVisible()
  }
  await enterCode(applicant, wrong)
  await expect(applicant.page.getByText('That link no longer works')).toBeVisible()
  await expect(phone.page.getByRole('heading', { level: 1 })).toHaveText(
    'This link doesn’t work any more',
  )
})

test('a person who says no is told to close the page, and the link is still unused', {
  tag: '@sandbox',
}, async ({ applicant, newPerson }) => {
  await applicant.apply()
  const link = await offeredLink(applicant)
  const stranger = await newPerson(PHONE)
  await stranger.page.goto(link)
  await stranger.press(stranger.page.getByRole('button', { name: 'No, I didn’t' }))
  await expect(stranger.page.getByRole('heading', { level: 1 })).toHaveText(
    'You can close this page',
  )
  await expectNoViolations(stranger.page)
  expect(await (await stranger.page.request.get('/api/handoff')).json()).toEqual({ state: 'ended' })
  expect(await stranger.page.context().cookies()).not.toContainEqual(
    expect.objectContaining({ name: expect.stringContaining('handoff') }),
  )
  const code = await openLink(await newPerson(PHONE), link)
  expect(code).toMatch(/^\d{4}$/)
})

test('opening the link neither uses it up nor affects an application of the person who opens it', {
  tag: '@sandbox',
}, async ({ applicant, anotherApplicant }) => {
  await applicant.apply()
  await anotherApplicant.apply()
  const own = await anotherApplicant.inquiryId()
  const link = await offeredLink(applicant)
  const { page } = anotherApplicant
  await page.goto(link)
  await expect(page.getByText('If someone else sent you this link')).toBeVisible()
  await page.reload()
  await openLink(anotherApplicant, link)
  expect((await anotherApplicant.current()).inquiryId).toBe(own)
})
