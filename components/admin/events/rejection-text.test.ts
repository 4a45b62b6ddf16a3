import { expect, test } from 'vitest'
import { REJECTION_REASONS } from '@/lib/verification/signature-doctor'
import { rejectionText } from './rejection-text'

test.each(REJECTION_REASONS)('%s comes with a title and what to fix', (reason) => {
  const text = rejectionText(reason)
  expect(text.title).not.toBe(reason)
  expect(text.fix).not.toBe(rejectionText('never_seen').fix)
})
