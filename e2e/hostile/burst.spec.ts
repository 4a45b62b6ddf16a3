// A burst of applications, and an applicant who keeps returning, at the rate that a key is usually allowed.
import { approval } from '../fixtures/events'
import { expect, HOSTILE, test } from './test'

const BURST = 90
/** At one call a second, the burst takes a minute and a half to work off. */
const env = { VERIFICATION_CALLS_PER_MINUTE: '60' }
/** Ten calls at that rate. */
const PATIENCE = { timeout: 10_000 }

test.use({ env })

test(
  'a burst of applications does not delay a decision',
  HOSTILE,
  async ({ service, deliver, newApplicant, newCustomer }) => {
    const { customer, inquiryId } = await newApplicant()
    const crowd = await Promise.all(Array.from({ length: BURST }, newCustomer))
    await Promise.all(crowd.map((each) => each.send()))

    service.setStatus(inquiryId, 'APPROVED')
    await deliver(approval({ data: { inquiryId, referenceId: undefined } }))
    await expect.poll(() => customer.stage(), PATIENCE).toBe('approved')
  },
)

test(
  'an applicant who keeps returning delays nobody else',
  HOSTILE,
  async ({ service, deliver, newApplicant }) => {
    const [impatient, { customer, inquiryId }] = [await newApplicant(), await newApplicant()]
    for (let nth = 0; nth < 30; nth++) await impatient.customer.returnFromFlow()

    service.setStatus(inquiryId, 'APPROVED')
    await deliver(approval({ data: { inquiryId, referenceId: undefined } }))
    await expect.poll(() => customer.stage(), PATIENCE).toBe('approved')
  },
)

test.describe('with ten calls a second', () => {
  test.use({ env: { VERIFICATION_CALLS_PER_MINUTE: '600' } })
  const CROWD = 50

  test(
    'a decision takes priority over a crowd that returns from one address',
    HOSTILE,
    async ({ service, deliver, newApplicant }) => {
      const crowd = await Promise.all(Array.from({ length: CROWD }, newApplicant))
      const { customer, inquiryId } = await newApplicant()
      await Promise.all(crowd.map((each) => each.customer.returnFromFlow()))

      service.setStatus(inquiryId, 'APPROVED')
      await deliver(approval({ data: { inquiryId, referenceId: undefined } }))
      // The crowd's reads take five seconds.
      await expect.poll(() => customer.stage(), { timeout: 3_000 }).toBe('approved')
    },
  )
})
