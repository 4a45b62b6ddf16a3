// A sandbox tenant for one story, with its own clock and settings.
import type { RunningSandbox } from 'verification-sandbox'
import { z } from 'zod'

const tenantSchema = z.object({ tenantId: z.string(), apiKey: z.string(), templateId: z.uuid() })
const openedSchema = z.object({ inquiryId: z.uuid() })
const statusSchema = z.object({ status: z.string() })
const documentsSchema = z.object({
  documents: z.array(z.object({ type: z.string(), frontPage: z.url() })),
})

/** Differs from the name of the tenant that the portal shows after sign-in. */
export const TENANT_NAME = 'Larkspur'

export type Tenant = Awaited<ReturnType<typeof createTenant>>

export async function createTenant(
  sandbox: RunningSandbox,
  details: { webhookUrl?: string; definition?: { steps: string[] } },
) {
  const created = await sandbox.control('POST', '/tenants', { name: TENANT_NAME, ...details })
  const { tenantId, apiKey, templateId } = tenantSchema.parse(created)

  const ask = async (path: string, body?: object): Promise<unknown> => {
    const request = new Request(`http://localhost/api/v1/customer/inquiries${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await sandbox.fetch(request)).json()
  }
  return {
    id: tenantId,
    openInquiry: async (referenceId = '') =>
      openedSchema.parse(await ask('', { inquiryTemplateId: templateId, referenceId })).inquiryId,
    statusOf: async (inquiryId: string) => statusSchema.parse(await ask(`/${inquiryId}`)).status,
    documentsOf: async (inquiryId: string) =>
      documentsSchema.parse(await ask(`/${inquiryId}/documents`)).documents,
    setBrand: (brand: { color: string; logo: string }) =>
      sandbox.control('PATCH', `/tenants/${tenantId}`, { brand }),
    complete: (inquiryId: string, outcome: string) =>
      sandbox.control('POST', `/inquiries/${inquiryId}/complete`, { outcome }),
    advanceClock: (days: number) =>
      sandbox.control('POST', '/clock/advance', { seconds: days * 24 * 60 * 60, tenantId }),
  }
}
