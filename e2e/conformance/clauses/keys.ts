// Keys and tenants: A1–A5.
import { clause, demand } from '../clause.ts'
import { expectStatus, isSameRefusal } from '../expectations.ts'
import { open } from '../inquiries.ts'

const KEY = /^svc_live_[A-Za-z0-9_-]{32}$/
const INVALID_KEY = `svc_live_${'x'.repeat(32)}`
/** Where a key does not belong. */
const OTHER_HEADERS = [
  ['authorization', 'Bearer '],
  ['api-key', ''],
  ['x-service-key', ''],
] as const

export const KEYS = [
  clause('A1', 'every route needs X-Api-Key; under another header the key fails', async (trial) => {
    const { apiKey } = trial.merchant.credentials
    const inquiryId = await trial.inquiries.pending()
    for (const [name, prefix] of OTHER_HEADERS) {
      const asked = trial.merchant.withKey(null).allRoutes(inquiryId, { [name]: prefix + apiKey })
      for (const answer of await asked) expectStatus(answer, 401, `with the key as ${name}`)
    }
  }),

  clause('A2', 'a key is svc_live_ and 32 Base64URL characters', async (trial) => {
    demand(KEY.test(trial.merchant.credentials.apiKey), 'the key in use has another form')
    await trial.also('new keys', async () => {
      const tenant = await trial.ownTenant()
      const [one, two] = [await tenant.createKey(), await tenant.createKey()]
      demand(KEY.test(one.apiKey) && KEY.test(two.apiKey), 'a new key has another form')
      demand(one.apiKey !== two.apiKey, 'two new keys are the same')
    })
  }),

  clause('A3', 'the plaintext is shown once', async (trial) => {
    const tenant = await trial.ownTenant()
    const { id, apiKey } = await tenant.createKey()
    const { text } = await tenant.listKeys()
    demand(text.includes(id), 'the list of keys lacks a new key')
    demand(!text.includes(apiKey), 'the list of keys shows the plaintext again')
  }),

  clause('A4', 'missing, invalid, expired or revoked is 401 on every route', async (trial) => {
    const { merchant } = trial
    const inquiryId = await trial.inquiries.pending()
    for (const [how, key] of [
      ['without a key', null],
      ['with an invalid key', INVALID_KEY],
    ] as const) {
      for (const answer of await merchant.withKey(key).allRoutes(inquiryId)) {
        expectStatus(answer, 401, how)
      }
    }
    for (const end of ['expire', 'revoke'] as const) {
      await trial.also(`a key after ${end}`, async () => {
        const tenant = await trial.ownTenant()
        const key = await tenant.createKey()
        const holder = tenant.merchant.withKey(key.apiKey)
        const own = await open(holder)
        await tenant.endKey(key.id, end)
        for (const answer of await holder.allRoutes(own)) {
          expectStatus(answer, 401, `with a key after ${end}`)
        }
        expectStatus(await tenant.merchant.status(own), 200, `with the other key after ${end}`)
      })
    }
  }),

  clause('A5', "another tenant's inquiry is a 404, the same as a missing one", async (trial) => {
    const missing = await trial.merchant.status(crypto.randomUUID())
    expectStatus(missing, 404, 'of no inquiry')
    await trial.also("another tenant's inquiry", async () => {
      const foreign = await trial.merchant.status(await trial.foreignInquiry())
      expectStatus(foreign, 404, "of another tenant's inquiry")
      const isSame = isSameRefusal(missing, foreign)
      demand(isSame, `${foreign.request}: missing and foreign can be told apart`)
    })
  }),
]
