/** The sandbox's control API, as the presenter's guide uses it, for this app's own tenant. */
import 'server-only'
import { z } from 'zod'
import { env } from '../env'

const TIMEOUT_MS = 5_000

const tenantsSchema = z.object({ tenants: z.array(z.object({ id: z.string() })) })
const templatesSchema = z.object({ templates: z.array(z.object({ id: z.string() })) })

/** The sandbox refused what the guide asked for, or didn't answer. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
}

/** Null outside a demo: then there is no guide. */
export const controlUrl = (): string | null => env().DEMO_CONTROL_URL ?? null

let knownTenant: string | undefined

/** The tenant whose template this app opens. */
export async function ownTenant(): Promise<string> {
  knownTenant ??= await findTenant()
  return knownTenant
}

async function findTenant(): Promise<string> {
  const { tenants } = tenantsSchema.parse(await callControl('GET', 'tenants'))
  for (const { id } of tenants) {
    const path = `tenants/${id}/templates`
    const { templates } = templatesSchema.parse(await callControl('GET', path))
    if (templates.some((template) => template.id === env().VERIFICATION_TEMPLATE_ID)) return id
  }
  throw new ControlError('The sandbox has no tenant with our template')
}

/** @throws ControlError */
export async function callControl(method: string, path: string, body?: object): Promise<unknown> {
  const base = controlUrl()
  if (base === null) throw new ControlError('This is not a demo')
  try {
    const response = await fetch(`${base}/sandbox/${path}`, {
      method,
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const text = await response.text()
    if (!response.ok) throw new ControlError(`${method} ${path} answered ${response.status}`)
    return text === '' ? null : JSON.parse(text)
  } catch (error) {
    if (error instanceof ControlError) throw error
    throw new ControlError(`${method} ${path} failed`, { cause: error })
  }
}

/** A request for the tenant itself, such as a fault. */
export async function callForTenant(method: string, path: string, body: object = {}) {
  return callControl(method, path, { ...body, tenantId: await ownTenant() })
}

export async function forget(path: 'faults' | 'outcomes' | 'presenter-note'): Promise<void> {
  await callControl('DELETE', `${path}?tenantId=${await ownTenant()}`)
}
