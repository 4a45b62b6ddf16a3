// The fictional account of lib/open-account.ts.
import { expect, test } from 'vitest'
import { openAccount } from '../open-account'

test('the account number follows from the inquiry, so a second call opens no second account', async () => {
  const approval = {
    inquiry: '01a20156-e4c6-72dd-afe2-542fbcd272d7',
    referenceId: 'app-1',
    applicantHash: 'a'.repeat(64),
    product: 'everyday',
    grantedAt: new Date(),
  }
  const { account } = await openAccount(approval)
  expect(account).toMatch(/^NW \d{4} \d{3} \d{3}$/)
  expect(await openAccount({ ...approval, grantedAt: new Date(0) })).toEqual({ account })
  expect(await openAccount({ ...approval, inquiry: crypto.randomUUID() })).not.toEqual({ account })
})
