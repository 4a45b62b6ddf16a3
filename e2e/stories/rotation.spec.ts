// The endpoint's secret is rotated, and the merchant does not know it yet (N16).
import { test } from '../fixtures/test'

const NEEDS = { tag: ['@sandbox', '@tenant'] }

// Nothing brings an old secret back.
test.use({ ownStack: true })
test.describe.configure({ mode: 'default' })

for (const value of ['stops-at-once', 'both-sign'])
  test(
    `N16 ${value}: after an unannounced secret rotation, reads still settle inquiries`,
    NEEDS,
    async ({ customer, sandbox }) => {
      await sandbox.setGap('N16', value)
      await customer.apply()
      await sandbox.rotateSecrets()
      await customer.completeFlow('APPROVED')
      await customer.reaches('approved')
    },
  )
