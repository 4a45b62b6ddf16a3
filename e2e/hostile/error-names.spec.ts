// Errors keep their names in the built app, despite minification: alerts, logs and staff depend on them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../fixtures/environment'
import { approval } from '../fixtures/events'
import { expect, HOSTILE, test } from './test'

/** The names that the alerts match. */
const alertNames = [
  ...readFileSync(join(ROOT, 'deploy', 'alerts.yml'), 'utf8').matchAll(/count\{result="(\w+)"\}/g),
].map(([, name = '']) => name)

test(
  'every error that an alert matches is counted by its name',
  HOSTILE,
  async ({ app, service, deliver, newApplicant, newCustomer }) => {
    expect(alertNames.length).toBeGreaterThan(1)
    const { inquiryId } = await newApplicant()
    const refused = await newCustomer()
    service.answerNext('open', () => ({ status: 422 }))
    await refused.send()

    // The refused key comes last, because it stops the app's calls for a minute.
    for (const answer of [
      { status: 500 },
      { status: 404 },
      { status: 200, body: {} },
      { status: 429, headers: { 'retry-after': '1' } },
      { status: 401 },
    ]) {
      const reads = service.count('status')
      service.answer('status', () => answer)
      await deliver(approval({ data: { inquiryId, referenceId: undefined } }))
      await expect.poll(() => service.count('status')).toBeGreaterThan(reads)
    }

    for (const name of alertNames)
      await expect.poll(() => app.metrics()).toContain(`result="${name}"`)
    const metrics = await app.metrics()
    expect(metrics).not.toContain('result=""')
    expect(metrics).toMatch(/inquiry_opens_total\{result="\w+Error"\} 1/)
  },
)
