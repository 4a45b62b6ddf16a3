/** What must work in every engine. */
import { z } from 'zod'
import { ServiceControl } from '../load/service-control.ts'
import type { Visitor } from './visitor.ts'

const FRAME = 'Identity verification'
const CURRENT = `
  const request = new XMLHttpRequest()
  request.open('GET', '/api/inquiries/current', false)
  request.send()
  return JSON.parse(request.responseText)
`
const PICTURES = `
  const pictures = [...document.images].filter(({ src }) => new URL(src).origin !== location.origin)
  return pictures.length >= 2 && pictures.every(({ naturalWidth }) => naturalWidth > 0)
`
/** Follows a link while the page's next refresh is on its way, which no pointer could time. */
const LEAVE_DURING_REFRESH = `
  const send = window.fetch
  window.fetch = (...request) => {
    const answer = send(...request)
    if (new Headers(request[1]?.headers).has('rsc')) {
      window.fetch = send
      document.querySelector('a[href="/admin"]').click()
    }
    return answer
  }
`
const currentSchema = z.object({ inquiryId: z.guid() })

type Story = (visitor: Visitor, serviceUrl: string) => Promise<void>

export const STORIES: Record<string, Story> = {
  'the happy path': async (visitor) => {
    await apply(visitor)
    await goThroughCheck(visitor, 'Approved')
    await visitor.sees('You are approved')
    await visitor.press('link', 'Go to my account')
    await visitor.sees('Welcome')
  },

  'the review': async (visitor, serviceUrl) => {
    await apply(visitor)
    const { inquiryId } = currentSchema.parse(await visitor.browser.run(CURRENT, [], null))
    await goThroughCheck(visitor, 'Needs review')
    await visitor.sees('A specialist is reviewing your application')

    await visitor.open('/admin/sign-in')
    await visitor.type('Email', 'reviewer@example.com')
    await visitor.type('Password', 'northwind-demo')
    await visitor.press('button', 'Sign in')
    await visitor.sees('Overview')
    const service = new ServiceControl(serviceUrl)
    const { referenceId } = await service.getInquiry(inquiryId)
    await visitor.open(`/admin/inquiries?search=${referenceId}`)
    await visitor.press('link', 'NW-')
    await visitor.sees('Timeline')
    await visitor.press('button', 'Show identity and documents')
    await visitor.until('the pictures have loaded', PICTURES)
    // WebKit cancels the page's requests as soon as the link is followed.
    await visitor.browser.run(LEAVE_DURING_REFRESH, [], null)
    await visitor.sees('Overview')

    await visitor.open('/apply/verify')
    await visitor.sees('A specialist is reviewing your application')
    await service.decide(inquiryId, 'APPROVED')
    await visitor.sees('You are approved')
  },
}

async function apply(visitor: Visitor): Promise<void> {
  await visitor.open('/')
  await visitor.press('link', 'Open an account')
  await visitor.sees('Open an account')
  await visitor.choose('radio', 'Everyday account')
  await visitor.choose('checkbox', 'I agree')
  await visitor.press('button', 'Continue to identity check')
  await visitor.sees('Verify your identity')
}

async function goThroughCheck(visitor: Visitor, outcome: string): Promise<void> {
  await visitor.press('button', 'Start identity check')
  const flow = visitor.within(FRAME)
  // WebKit lets a cross-origin frame take focus only once the user has interacted with it, so this doesn't wait for focus.
  await flow.sees('Verify your identity')
  await flow.press('button', 'Agree and continue')
  await flow.arrives('Enter your details')
  await flow.type('Full name', 'Ada Specimen')
  await flow.select('Country', 'United Kingdom')
  await flow.type('Email', 'ada@example.com')
  await flow.type('Phone number', '+44 7700 900123')
  await flow.press('button', 'Continue')
  await flow.arrives('Choose your document')
  await flow.choose('radio', 'Passport')
  await flow.press('button', 'Continue')
  for (const screen of ['Photograph your passport', 'Take a selfie']) {
    await flow.arrives(screen)
    await flow.press('button', 'Use a specimen')
    await flow.press('button', 'Use this picture')
  }
  await flow.arrives('Check and submit')
  await flow.press('summary', 'Sandbox')
  await flow.choose('radio', outcome)
  await flow.press('button', 'Submit to Northwind')
  await flow.arrives('Thank you, all done')
  await flow.press('button', 'Return')
}
