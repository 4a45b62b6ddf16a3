// Two instances, their connections and the customer at once, on one database.
import { afterEach, expect, test, vi } from 'vitest'
import * as merchant from '../open-account'
import { insertOpenInquiry } from '../testing/test-app'
import { endRead, hearEvent, reload, withTestApp } from '../testing/test-inquiry'
import { openGrantedAccount } from './open-granted-account'

withTestApp()
afterEach(() => vi.restoreAllMocks())

async function insertTwoAttempts() {
  const first = await insertOpenInquiry()
  const { applicantHash } = first
  const second = await insertOpenInquiry({ applicantHash, activeApplicantHash: null })
  return { first, second, applicantHash }
}

test('while an account is being opened, a reversal does not let another attempt open a second one', async () => {
  const { first, second } = await insertTwoAttempts()
  const pending = await endRead(first, 'APPROVED')
  let answer = () => {}
  const openAccount = vi.spyOn(merchant, 'openAccount').mockImplementation(async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return { account: 'ACC 1' }
  })
  const opening = pending && openGrantedAccount(pending)
  await vi.waitFor(() => expect(openAccount).toHaveBeenCalled())
  await hearEvent(first, 'DECLINED')
  await endRead(first, 'DECLINED')
  expect(await endRead(second, 'APPROVED')).toBeNull()
  answer()
  await opening
  expect(await reload(first)).toMatchObject({ grantedAt: null, account: 'ACC 1' })
  expect(await reload(second)).toMatchObject({ status: 'APPROVED', grantedAt: null })
})
