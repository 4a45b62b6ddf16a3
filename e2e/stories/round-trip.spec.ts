// From the application to a decision that a reviewer sees, once for each outcome.
import { PRODUCTS } from '../../site'
import { fillInForm } from '../fixtures/application-form'
import { expect, test } from '../fixtures/test'

const NEEDS = { tag: '@sandbox' }

test(
  'an approved customer sees the decision without a reload, and a reviewer sees the documents',
  NEEDS,
  async ({ applicant, staff }) => {
    const { page } = applicant
    const account = (PRODUCTS.at(-1) ?? PRODUCTS[0]).name.en
    await applicant.applyOnPage({ account })
    let pageLoads = 0
    page.on('load', () => {
      pageLoads += 1
    })
    // The id of the inquiry starts the flow, so no URL may contain it (F2).
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await applicant.completeFlow('APPROVED')
    await applicant.sees('You are approved')
    await expect(page.getByText(`Your ${account} is open.`)).toBeVisible()
    expect(pageLoads).toBe(0)
    const inquiryId = await applicant.inquiryId()
    expect(addresses.filter((address) => address.includes(inquiryId))).toEqual([])

    const reviewer = await staff('reviewer')
    await reviewer.openInquiry(await applicant.referenceId())
    await reviewer.showDocuments()
    await reviewer.seesPictures(3)
  },
)

test(
  'a declined customer is offered contact first, and there are no documents (D2)',
  NEEDS,
  async ({ applicant, staff }) => {
    await applicant.arriveAtStatus()
    await applicant.complete('DECLINED')
    await applicant.sees('We can’t open this account')
    const links = applicant.page.getByRole('main').getByRole('link')
    await expect(links).toHaveText(['Write to us', 'Apply again'])
    await expect(links.first()).toHaveAttribute('href', /^mailto:/)

    const reviewer = await staff('reviewer')
    await reviewer.openInquiry(await applicant.referenceId())
    await reviewer.showDocuments()
    await expect(
      reviewer.page.getByText('The service gave neither documents nor an identity.'),
    ).toBeVisible()
  },
)

test(
  'a failed check has no event, so a read finds it, and the customer can try again',
  NEEDS,
  async ({ applicant, staff }) => {
    const { page } = applicant
    await applicant.arriveAtStatus()
    await applicant.complete('FAILED')
    await applicant.sees('We couldn’t verify your identity')
    const viewer = await staff('viewer')
    await viewer.openInquiry(await applicant.referenceId())
    await expect(viewer.page.getByText('checked with the service').first()).toBeVisible()

    await page.getByRole('link', { name: 'Start a new check' }).click()
    await expect(page.getByRole('radio', { name: PRODUCTS[0].name.en })).toBeChecked()
    await fillInForm(page)
    await applicant.sendButton.click()
    await applicant.sees('Verify your identity')
  },
)
