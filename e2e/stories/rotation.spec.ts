// The endpoint's secret is rotated, and the app doesn't know the new one yet (N16).
import { test } from '../fixtures/test'

const NEEDS = { tag: ['@sandbox', '@tenant'] }

// An old secret can't be restored.
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
