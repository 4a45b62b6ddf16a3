// A merchant for tests, which calls the sandbox without a port, by default as the demo's tenant.
import type { Sandbox, SandboxOptions } from '../index.ts'
import { createSandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'

export const INQUIRIES = '/api/v1/customer/inquiries'

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed JSON body; tests assert its shape. */
  body: Record<string, unknown>
}

export interface Merchant {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  send(method: string, path: string, init?: RequestInit): Promise<Answer>
  open(fields?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>
  /** Opens an inquiry and returns its id, or fails the test. */
  openedId(fields?: Record<string, unknown>): Promise<string>
  status(inquiryId: string): Promise<Answer>
  documents(inquiryId: string): Promise<Answer>
}

/** A sandbox in memory that allows loopback endpoints, and the demo's merchant. */
export function setUp(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ allowLoopbackHttp: true, ...options })
  // Without a webhookUrl, a test has no receiver for the demo's endpoint.
  if (options.webhookUrl === undefined) removeEndpoints(sandbox)
  return { sandbox, merchant: merchantOf(sandbox) }
}

export function merchantOf(
  sandbox: Sandbox,
  tenant: { apiKey: string; templateId: string } = DEMO_TENANT,
): Merchant {
  const send: Merchant['send'] = async (method, path, init = {}) => {
    const headers = { 'x-api-key': tenant.apiKey, ...init.headers }
    return readAnswer(await sandbox.app.request(path, { ...init, method, headers }))
  }
  const open: Merchant['open'] = (fields = {}, headers = {}) =>
    send('POST', INQUIRIES, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ inquiryTemplateId: tenant.templateId, ...fields }),
    })
  return {
    send,
    open,
    get: (path, headers = {}) => send('GET', path, { headers }),
    async openedId(fields) {
      const { body, text } = await open(fields)
      if (typeof body.inquiryId !== 'string') throw new Error(`not opened: ${text}`)
      return body.inquiryId
    },
    status: (inquiryId) => send('GET', `${INQUIRIES}/${inquiryId}`),
    documents: (inquiryId) => send('GET', `${INQUIRIES}/${inquiryId}/documents`),
  }
}

/** Calls the control API. */
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

function removeEndpoints(sandbox: Sandbox): void {
  for (const endpoint of sandbox.store.endpoints.values()) {
    sandbox.store.endpoints.put({ ...endpoint, removedAt: sandbox.clock.nowIso() })
  }
}
