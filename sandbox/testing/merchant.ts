// A merchant for tests. It calls the sandbox without a port, by default as the demo's tenant.
import { onTestFinished } from 'vitest'
import type { Sandbox, SandboxOptions } from '../index.ts'
import { createSandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'

export const INQUIRIES = '/api/v1/customer/inquiries'

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed JSON body. Tests assert its shape. */
  body: Record<string, unknown>
}

export type Merchant = ReturnType<typeof merchantOf>

/** A sandbox for this test, by default in memory, and the demo's merchant. */
export function setUp(options: SandboxOptions = {}) {
  const sandbox = createSandbox(options)
  // A test of restarts closes its own sandboxes.
  if (options.dataDir === undefined) onTestFinished(() => sandbox.close())
  return { sandbox, merchant: merchantOf(sandbox) }
}

export function merchantOf(
  sandbox: Sandbox,
  { apiKey, templateId }: { apiKey: string; templateId: string } = DEMO_TENANT,
) {
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = { 'x-api-key': apiKey, ...init.headers }
    return readAnswer(await sandbox.app.request(path, { ...init, method, headers }))
  }
  const get = (path: string, headers: Record<string, string> = {}) => send('GET', path, { headers })
  const open = (fields: object = {}, headers: Record<string, string> = {}) =>
    send('POST', INQUIRIES, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ inquiryTemplateId: templateId, ...fields }),
    })
  /** Opens an inquiry. @returns its id. Fails the test if that doesn't work */
  const openedId = async (fields?: object): Promise<string> => {
    const { body, text } = await open(fields)
    if (typeof body.inquiryId !== 'string') throw new Error(`not opened: ${text}`)
    return body.inquiryId
  }
  return {
    send,
    get,
    open,
    openedId,
    /** Opens an inquiry, completes it without a customer, and waits until its events are sent. */
    async completedId(outcome = 'APPROVED', order = {}, fields?: object): Promise<string> {
      const id = await openedId(fields)
      const path = `/inquiries/${id}/complete`
      const { status, text } = await control(sandbox, 'POST', path, { outcome, ...order })
      if (status !== 200) throw new Error(`not completed: ${text}`)
      await sandbox.deliveries.idle()
      return id
    },
    status: (inquiryId: string) => get(`${INQUIRIES}/${inquiryId}`),
    documents: (inquiryId: string) => get(`${INQUIRIES}/${inquiryId}/documents`),
    /** The URL of the inquiry's first picture. */
    async pictureUrl(inquiryId: string): Promise<string> {
      const { text } = await get(`${INQUIRIES}/${inquiryId}/documents`)
      return /http[^"]+/.exec(text)?.[0] ?? ''
    },
  }
}

export async function control(
  sandbox: Sandbox,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const init =
    body === undefined
      ? { method }
      : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return readAnswer(await sandbox.app.request(`/sandbox${path}`, init))
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const body = isJson && text !== '' ? JSON.parse(text) : {}
  return { status: response.status, headers: response.headers, text, body }
}
