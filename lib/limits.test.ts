import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deviceOf, newDeviceToken } from './known-device'
import {
  forgivePasswords,
  mayOpenInquiry,
  mayReadAtOnce,
  mayRefreshStatus,
  mayReportReturn,
  mayTryPassword,
  type PasswordAttempt,
} from './limits'
import { newApplicant, startTestApp, type TestApp } from './testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const newEmail = () => `${randomUUID()}@example.com`
/** Any string works as a network here. */
const newNetwork = () => randomUUID()

const attempt = (facts: Partial<PasswordAttempt> = {}): PasswordAttempt => ({
  email: newEmail(),
  network: newNetwork(),
  device: null,
  ...facts,
})

/** How many of the attempts were allowed. */
async function count(attempts: number, next: () => PasswordAttempt): Promise<number> {
  let allowed = 0
  for (let n = 0; n < attempts; n++) if (await mayTryPassword(next())) allowed++
  return allowed
}

test('an account allows ten passwords from one network, and they lock out nobody on another', async () => {
  const [email, network] = [newEmail(), newNetwork()]
  expect(await count(12, () => attempt({ email, network }))).toBe(10)
  expect(await mayTryPassword(attempt({ email }))).toBe(true)
  expect(await mayTryPassword(attempt({ network }))).toBe(true)
})

test('a network may try fifty passwords, for whichever accounts', async () => {
  const network = newNetwork()
  expect(await count(52, () => attempt({ network }))).toBe(50)
})

test('an account allows a hundred passwords from all networks, and a known device has its own allowance', async () => {
  const email = newEmail()
  const device = deviceOf(email, newDeviceToken(email))
  expect(device).not.toBeNull()
  expect(await count(102, () => attempt({ email }))).toBe(100)
  expect(await mayTryPassword(attempt({ email, device }))).toBe(true)
})

test('a known device may try ten wrong passwords in a row', async () => {
  const known = attempt({ device: randomUUID() })
  expect(await count(9, () => known)).toBe(9)
  await forgivePasswords(known)
  expect(await count(12, () => known)).toBe(10)
})

test('concurrent attempts are all counted', async () => {
  const same = attempt()
  const answers = await Promise.all(Array.from({ length: 30 }, () => mayTryPassword(same)))
  expect(answers.filter(Boolean)).toHaveLength(10)
})

test('correct passwords do not count', async () => {
  const network = newNetwork()
  for (let n = 0; n < 60; n++) {
    const colleague = attempt({ network })
    expect(await mayTryPassword(colleague)).toBe(true)
    await forgivePasswords(colleague)
  }
})

/** How many of the calls were allowed. */
async function countAllowed(number: number, may: () => Promise<boolean>): Promise<number> {
  let allowed = 0
  for (let n = 0; n < number; n++) if (await may()) allowed++
  return allowed
}

test('a network gets a hundred immediate reads in a quarter of an hour', async () => {
  const network = newNetwork()
  expect(await countAllowed(102, () => mayReadAtOnce(network))).toBe(100)
  expect(await mayReadAtOnce(newNetwork())).toBe(true)
})

test('an applicant may report twenty returns', async () => {
  const applicant = newApplicant()
  expect(await countAllowed(22, () => mayReportReturn(applicant))).toBe(20)
  expect(await mayReportReturn(newApplicant())).toBe(true)
})

test('a member of staff may refresh ten statuses a minute, and colleagues are not affected', async () => {
  const staff = { id: randomUUID() }
  expect(await countAllowed(12, () => mayRefreshStatus(staff))).toBe(10)
  expect(await mayRefreshStatus({ id: randomUUID() })).toBe(true)
})

test('a device token belongs to one account, and cannot be forged', () => {
  const email = newEmail()
  const token = newDeviceToken(email)
  const [device = '', signature = ''] = token.split('.')
  expect(deviceOf(email, token)).toBe(device)
  expect(deviceOf(newEmail(), token)).toBeNull()
  for (const forged of [
    undefined,
    '',
    '.',
    device,
    `${device}.`,
    `${randomUUID()}.${signature}`,
    `${device}.${'A'.repeat(43)}`,
    `.${signature}`,
  ])
    expect(deviceOf(email, forged)).toBeNull()
})

async function checkEverything(): Promise<void> {
  const [unknown, known] = [attempt(), attempt({ device: randomUUID() })]
  for (const password of [unknown, known]) {
    expect(await mayTryPassword(password)).toBe(true)
    await forgivePasswords(password)
  }
  expect(await mayReportReturn(newApplicant())).toBe(true)
  expect(await mayOpenInquiry(newApplicant(), newNetwork())).toBe(true)
}

test('repeated checks start no new timers', async () => {
  await checkEverything()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  for (let checks = 0; checks < 5; checks++) await checkEverything()
  const clearing = timers.mock.calls.filter(([, delayMs]) => delayMs === 5 * 60_000)
  timers.mockRestore()
  expect(clearing).toHaveLength(0)
})
