import { expect, test } from 'vitest'
import { Preparation } from '../commands/preparation.ts'
import { merchantOf, setUp } from '../testing/merchant.ts'
import { DEMO_TENANT, seedFileSchema } from './seed.ts'

test('ids in capitals in a seed file are the same ids as in lower case', async () => {
  const [id, templateId, revisionId] = ['A', 'B', 'C'].map(
    (letter) => `${letter.repeat(8)}-AAAA-4AAA-8AAA-AAAAAAAAAAAA`,
  )
  if (!id || !templateId || !revisionId) throw new Error('three ids')
  const apiKey = `svc_live_${'k'.repeat(32)}`
  const tenant = { name: 'Capitals', id, apiKey, templateId, revisionId }
  const { sandbox } = setUp({ seedFile: seedFileSchema.parse({ tenants: [tenant] }) })
  expect(sandbox.store.tenants.get(id.toLowerCase())).not.toBeNull()
  const merchant = merchantOf(sandbox, { apiKey, templateId })
  expect((await merchant.open({ templateRevisionId: revisionId })).status).toBe(201)
})

test.each([
  [{ settings: { N1: 'open-418' } }, 'N1 has no value "open-418". Choose one of open-201-'],
  [{ settings: { N99: 'any' } }, 'There is no gap N99.'],
  [{ tenants: [{ name: 'Twin' }, { name: 'Twin' }] }, 'have the name Twin.'],
  [
    { tenants: [{ name: 'Mine', apiKey: DEMO_TENANT.apiKey }] },
    `have the apiKey ${DEMO_TENANT.apiKey}.`,
  ],
])('the seed file %j is refused', (seed, problem) => {
  expect(seedFileSchema.safeParse(seed).error?.issues[0]?.message).toContain(problem)
})

test('an embedded sandbox refuses an address that no endpoint may have (W2)', () => {
  expect(() => setUp({ webhookUrl: 'http://192.0.2.2/events' })).toThrow('must be HTTPS (W2)')
})

test('a new webhook URL also moves an endpoint that has replaced the seeded one', async () => {
  const { sandbox } = setUp({ webhookUrl: 'http://127.0.0.1:9/old' })
  const { store, preparation } = sandbox
  const seeded = store.endpoints.require(DEMO_TENANT.endpointId)
  const own = preparation.registerEndpoint(
    store.tenants.require(DEMO_TENANT.id),
    'http://127.0.0.1:9/own',
  )
  preparation.recreateEndpoint(preparation.recreateEndpoint(seeded))
  const urls = () =>
    store.endpoints
      .listBy('tenant', DEMO_TENANT.id)
      .filter(({ removedAt }) => removedAt === null)
      .map(({ url }) => url)
  for (const name of ['new', 'newer']) {
    const webhookUrl = `http://127.0.0.1:9/${name}`
    new Preparation(sandbox, webhookUrl, undefined).seed()
    expect(urls()).toEqual([own.ok && own.endpoint.url, webhookUrl])
  }
})
