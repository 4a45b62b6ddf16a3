import { expect, test } from 'vitest'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { setUp } from '../testing/merchant.ts'
import { operatorOf } from '../testing/operator.ts'

const NOTE = {
  title: 'Review and decision',
  text: 'Approve the inquiry.',
  link: { href: 'http://localhost:3000/demo', label: 'Back to the guide' },
}

test('the portal shows the presenter’s note of its tenant until it is dismissed', async () => {
  const { sandbox } = setUp()
  const operator = await operatorOf(sandbox)
  expect((await operator.get('')).html).not.toContain('Next:')

  const put = await sandbox.app.request('/sandbox/presenter-note', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...NOTE, tenantId: DEMO_TENANT.id }),
  })
  expect(put.status).toBe(200)
  const page = (await operator.get('/review')).html
  expect(page).toContain(NOTE.text)
  expect(page).toContain(`href="${NOTE.link.href}"`)

  await operator.submit('/presenter-note/dismiss')
  expect((await operator.get('')).html).not.toContain(NOTE.text)
  await sandbox.close()
})

test('a note can link only to a web page', async () => {
  const { sandbox } = setUp()
  const link = { href: 'javascript:alert(1)', label: 'Back' }
  const put = await sandbox.app.request('/sandbox/presenter-note', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...NOTE, link }),
  })
  expect(put.status).toBe(400)
  await sandbox.close()
})
