// Runs only the sandbox, as a process on any free port, for the stories about its pages. Its data is deleted at the end.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'

const BIN = join(import.meta.dirname, '..', 'bin.mjs')
const READY_LINE = /^sandbox ready on (http:\S+)/

const tenantSchema = z.object({ tenantId: z.string(), apiKey: z.string(), templateId: z.uuid() })
const openedSchema = z.object({ inquiryId: z.uuid() })
const statusSchema = z.object({ status: z.string() })
const documentsSchema = z.object({
  documents: z.array(
    z.object({ type: z.string(), frontPage: z.url(), backPage: z.url().optional() }),
  ),
})

export interface TenantDetails {
  name?: string
  webhookUrl?: string
  definition?: { steps: string[] }
  settings?: Record<string, string>
}

export class SandboxProcess {
  private constructor(
    readonly url: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<SandboxProcess> {
    const dataDir = mkdtempSync(join(tmpdir(), 'e2e-sandbox-'))
    const sandbox = spawn(process.execPath, [BIN], {
      env: {
        ...process.env,
        SANDBOX_PORT: '0',
        SANDBOX_PUBLIC_URL: undefined,
        SANDBOX_ALLOW_LOOPBACK_HTTP: '1',
        DATA_DIR: dataDir,
      },
      // When this process ends, the channel closes and the sandbox exits.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    const ended = once(sandbox, 'close')
    const url = await new Promise<string>((resolve, reject) => {
      if (sandbox.stdout) {
        createInterface({ input: sandbox.stdout }).on('line', (line) => {
          const ready = READY_LINE.exec(line)
          if (ready?.[1]) resolve(ready[1])
        })
      }
      ended.then(() => reject(new Error('The sandbox ended before it was ready')), reject)
    })
    return new SandboxProcess(url, async () => {
      sandbox.kill()
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    })
  }

  /** A tenant for one test, with its own clock and settings. */
  async createTenant(details: TenantDetails = {}): Promise<Tenant> {
    const { name = 'Northwind' } = details
    const { tenantId, apiKey, templateId } = tenantSchema.parse(
      await this.post('/sandbox/tenants', { ...details, name }),
    )
    return new Tenant(this, tenantId, name, apiKey, templateId)
  }

  post(path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
    return this.call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }

  async call(path: string, init: RequestInit): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, init)
    if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status}`)
    return response.json()
  }
}

const INQUIRIES = '/api/v1/customer/inquiries'

/** A merchant as the service knows it. */
export class Tenant {
  constructor(
    private readonly sandbox: SandboxProcess,
    readonly id: string,
    readonly name: string,
    private readonly apiKey: string,
    private readonly templateId: string,
  ) {}

  async openInquiry(referenceId = ''): Promise<string> {
    const body = { inquiryTemplateId: this.templateId, referenceId }
    const opened = await this.sandbox.post(INQUIRIES, body, { 'x-api-key': this.apiKey })
    return openedSchema.parse(opened).inquiryId
  }

  async statusOf(inquiryId: string): Promise<string> {
    return statusSchema.parse(await this.#get(`/${inquiryId}`)).status
  }

  async documentsOf(inquiryId: string) {
    return documentsSchema.parse(await this.#get(`/${inquiryId}/documents`)).documents
  }

  /** Sets the brand that the flow shows. */
  async setBrand(brand: { color: string; logo: string }): Promise<void> {
    await this.sandbox.call(`/sandbox/tenants/${this.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ brand }),
    })
  }

  /** Completes an inquiry without its customer. */
  async complete(
    inquiryId: string,
    outcome: string,
    person: Record<string, string | readonly string[]> = {},
  ): Promise<void> {
    await this.sandbox.post(`/sandbox/inquiries/${inquiryId}/complete`, { outcome, ...person })
  }

  async advanceClock(days: number): Promise<void> {
    const seconds = days * 24 * 60 * 60
    await this.sandbox.post('/sandbox/clock/advance', { seconds, tenantId: this.id })
  }

  #get(path: string): Promise<unknown> {
    return this.sandbox.call(`${INQUIRIES}${path}`, { headers: { 'x-api-key': this.apiKey } })
  }
}
