// Acts as a person or an operator would at the service, through the sandbox's control API.
import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { environment } from '../fixtures/environment'
import { BOXED } from '../fixtures/step'
import { SandboxFlow } from './sandbox-flow'
import type { Service } from './service'

const inquirySchema = z.object({ referenceId: z.string(), lastEventAt: z.string().nullable() })
const faultSchema = z.object({ id: z.string() })

const getInquiry = async (inquiryId: string) =>
  inquirySchema.parse(await callControl('GET', `inquiries/${inquiryId}`))

export const sandbox: Service = {
  async referenceId(inquiryId) {
    return (await getInquiry(inquiryId)).referenceId
  },
  async complete(inquiryId, outcome, person = {}) {
    const body = { outcome, documentType: 'driving_license', ...person }
    await callControl('POST', `inquiries/${inquiryId}/complete`, body)
  },
  decide: async (inquiryId, status, note) =>
    await test.step(
      `the service decides ${status}`,
      async () => {
        // Wait longer than the clocks may differ (N30). Otherwise the app would confirm the approval only after a minute.
        const { lastEventAt } = await getInquiry(inquiryId)
        if (status === 'APPROVED' && lastEventAt !== null)
          await expect.poll(() => Date.now() - Date.parse(lastEventAt)).toBeGreaterThan(5_000)
        await callControl('POST', `inquiries/${inquiryId}/decide`, { status, note })
      },
      BOXED,
    ),
  expire: async (inquiryId) =>
    await test.step(
      'the inquiry expires at the service',
      async () => {
        await callControl('POST', `inquiries/${inquiryId}/expire`, {})
      },
      BOXED,
    ),
  async breakStatus(referenceId) {
    const match = { operation: 'status', referenceId }
    const outage = { target: 'api', kind: 'server-error', status: 503, count: 1_000, match }
    const goDown = () => callControl('POST', 'faults', outage)
    const { id } = faultSchema.parse(await test.step('the status route goes down', goDown, BOXED))
    return async () =>
      await test.step(
        'the status route is back',
        async () => {
          await callControl('DELETE', `faults/${id}`)
        },
        BOXED,
      )
  },
  recentCalls: (last) => callControl('GET', `wire?last=${last}`),
  flowIn: (page) => new SandboxFlow(page.frameLocator('iframe[title="Identity verification"]')),
  flowOn: (page) => new SandboxFlow(page),
  urls: () => ({ sdk: '**/sdk/v1.js', flow: '**/flow', flowData: '**/flow/api/inquiry' }),
}

/** @throws an error that quotes the response, if the sandbox refuses */
export async function callControl(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${environment.sandboxUrl}/sandbox/${path}`, {
    method,
    ...(body && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const text = await response.text()
  if (!response.ok)
    throw new Error(`${method} /sandbox/${path} answered ${response.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}
