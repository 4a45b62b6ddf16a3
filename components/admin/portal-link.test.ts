import { expect, test } from 'vitest'
import { portalAddress } from './portal-link'

const inquiry = { referenceId: 'REF-7K3M&x', serviceInquiryId: 'an-id' }

test.each([
  ['https://s.example/review', 'https://s.example/review'],
  ['https://s.example/review?case={referenceId}', 'https://s.example/review?case=REF-7K3M%26x'],
  ['https://s.example/inquiries/{inquiryId}', 'https://s.example/inquiries/an-id'],
])('%s opens the case at %s', (url, address) => {
  expect(portalAddress({ url, inquiry })).toBe(address)
  expect(portalAddress({ url })).not.toMatch(/[{}]|undefined|null/)
})
