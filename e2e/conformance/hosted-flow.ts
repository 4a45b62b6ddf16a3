// Calls the sandbox's hosted flow as its page does, to upload pictures and data that the suite can recognise later.
import type { OwnTenant } from './sandbox-control.ts'
import { Unreachable } from './verdict.ts'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

export interface Pages {
  frontPage: Uint8Array<ArrayBuffer>
  backPage?: Uint8Array<ArrayBuffer>
}

/** Bytes that begin like a PNG and differ each time. */
export function uniquePicture(): Uint8Array<ArrayBuffer> {
  return new Uint8Array([...PNG, ...crypto.getRandomValues(new Uint8Array(64))])
}

/** @throws Unreachable when the sandbox has no such flow. */
export async function uploadPictures(
  tenant: OwnTenant,
  inquiryId: string,
  capability: string,
  type: string,
  pages: Pages,
): Promise<void> {
  const form = new FormData()
  form.set('type', type)
  for (const [page, bytes] of Object.entries(pages)) {
    form.set(page, new File([bytes], `${page}.png`, { type: 'image/png' }))
  }
  await put(tenant, inquiryId, `/pictures/${capability}`, {}, form)
}

/** @throws Unreachable when the sandbox has no such flow. */
export async function submitPersonalInfo(
  tenant: OwnTenant,
  inquiryId: string,
  personalInfo: Record<string, string>,
): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await put(tenant, inquiryId, '/personal-info', headers, JSON.stringify(personalInfo))
}

async function put(
  { control, merchant }: OwnTenant,
  inquiryId: string,
  path: string,
  headers: Record<string, string>,
  body: string | FormData,
): Promise<void> {
  const answer = await control.http.send('PUT /flow/api', `${merchant.baseUrl}/flow/api${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${inquiryId}`, ...headers },
    body,
  })
  if (answer.status >= 300) throw new Unreachable("the sandbox's hosted flow accepts no uploads")
}
