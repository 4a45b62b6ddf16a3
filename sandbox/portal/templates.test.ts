import { expect, test } from 'vitest'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { setUp } from '../testing/merchant.ts'
import { operatorOf, textOf } from '../testing/operator.ts'

test('a new template and its next revision are published at once (P1, O2)', async () => {
  const { sandbox, merchant } = setUp()
  const operator = await operatorOf(sandbox)
  const definition = {
    'steps[]': ['PERSONAL_INFO', 'SIGNATURE'],
    'subscribe[]': 'inquiry.approved',
  }
  await operator.submit('/templates', { name: 'Business account', ...definition })
  const template = sandbox.store.templates.values().find(({ name }) => name.startsWith('Bus'))
  const templateId = template?.id ?? ''
  expect((await merchant.open({ inquiryTemplateId: templateId })).status).toBe(201)
  const page = await operator.submit(`/templates/${templateId}/revisions`, {
    'steps[]': ['PERSONAL_INFO'],
  })
  expect(textOf(page.html)).toMatch(
    /Business account .* Revision 2 published .* Events None .* Revision 1 published .* Steps Personal information → Signature Events Approved/,
  )
  const [first, second] = sandbox.store.revisions.listBy('template', templateId)
  expect(first?.definition).toEqual({
    steps: ['PERSONAL_INFO', 'SIGNATURE'],
    webhooks: { subscribe: ['inquiry.approved'] },
  })
  // If nobody chooses events, the definition has no subscribe list (W8).
  expect(second?.definition).toEqual({ steps: ['PERSONAL_INFO'] })
})

test('a revision needs steps', async () => {
  const { sandbox } = setUp()
  const operator = await operatorOf(sandbox)
  const path = `/templates/${DEMO_TENANT.templateId}/revisions`
  expect((await operator.submit(path, {})).html).toContain('Choose at least one step.')
  expect(sandbox.store.revisions.listBy('template', DEMO_TENANT.templateId)).toHaveLength(1)
})
