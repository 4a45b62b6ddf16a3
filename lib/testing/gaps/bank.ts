/**
 * Runs the merchant's code in this process on a real database, and the bundled service as a separate process. Tests set the service by
 * its control API, and the service delivers events to the webhook's real handler.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { listen } from '@/scripts/ports'
import { applicationFormSchema, simplestForm } from '../../application-form'
import { revealInquiry } from '../../back-office/reveal-inquiry'
import { db } from '../../database/db'
import { limitServers } from '../../http/server-limits'
import { getApplicantInquiry } from '../../inquiries/applicant-inquiry'
import { openInquiry } from '../../inquiries/open-inquiry'
import { inProcess, reconcileDue } from '../../inquiries/reconcile'
import { type Env, env } from '../../runtime/env'
import { letPass, newApplicant, newStaff } from '../test-app'
import { testEnvironment } from '../test-environment'

const STEPS = ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH']
const KINDS = [
  'inquiry.approved',
  'inquiry.review_in_progress',
  'inquiry.declined',
  // A template has to subscribe to unknown kinds too (W8, N13).
  'inquiry.future',
]
/** Long enough to handle everything that is due. */
const PASS_MS = 10_000
const READY = /sandbox ready on (http:\/\/localhost:\d+)/
/** The bank's account at the service. */
const tenantSchema = z.object({
  tenantId: z.string(),
  apiKey: z.string(),
  templateId: z.string(),
  revisionId: z.string(),
  endpoint: z.object({ id: z.string(), secret: z.string() }),
})
const gapsSchema = z.array(z.object({ id: z.string(), values: z.array(z.string()) }))
const inquiriesSchema = z.object({ inquiries: z.array(z.object({ inquiryId: z.string() })) })
const secretSchema = z.object({ secret: z.string() })
const keySchema = z.object({ apiKey: z.string() })
/** The service's record of its HTTP exchanges. */
const wireSchema = z.object({
  exchanges: z.array(
    z.object({
      requestHeaders: z.record(z.string(), z.string()),
      requestBody: z.object({ content: z.string() }),
    }),
  ),
})
const openedSchema = z.object({ referenceId: z.string(), expiresAt: z.string().optional() })

/** The webhook's answer to a delivery. */
interface Answer {
  status: number
  outcome: string
}

/** The bank's reconciler. A restart replaces it. */
let reconcile = reconcileDue

export type Bank = Awaited<ReturnType<typeof startBank>>

/** @param receive the handler of deliveries */
export async function startBank(
  databaseUrl: string,
  receive: (request: Request) => Promise<Response>,
) {
  const folder = mkdtempSync(join(tmpdir(), 'gaps-'))
  const service = await startService(folder)
  const answers: Answer[] = []
  const receiver = createServer(async (request, response) => {
    try {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, `${value}`])
      const body = await buffer(request)
      const answer = await receive(
        new Request('http://localhost/', {
          method: 'POST',
          headers: Object.fromEntries(headers),
          body,
        }),
      )
      const { outcome = 'refused' } = await answer.json()
      answers.push({ status: answer.status, outcome })
      response.writeHead(answer.status).end()
    } catch {
      // The delivery's connection broke.
      response.destroy()
    }
  })
  // Like the app's server, which has an `upgrade` listener that never answers (N32).
  limitServers()
  receiver.on('upgrade', () => {})
  const port = await listen(receiver)

  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${service.url}/sandbox/${path}`, {
      method,
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} /sandbox/${path}: ${response.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  const tenant = tenantSchema.parse(
    await call('POST', 'tenants', {
      webhookUrl: `http://127.0.0.1:${port}/`,
      definition: { steps: STEPS, webhooks: { subscribe: KINDS } },
    }),
  )
  const { tenantId } = tenant
  const rotateSecret = async () =>
    secretSchema.parse(await call('POST', `endpoints/${tenant.endpoint.id}/rotate`, {})).secret
  const limitRate = (rateLimitPerMinute: number | null) =>
    call('PATCH', `tenants/${tenantId}`, { rateLimitPerMinute })
  Object.assign(process.env, testEnvironment(service.url), { DATABASE_URL: databaseUrl })
  delete process.env.VERIFICATION_WEBHOOK_SECRET_PREVIOUS
  // Each test decides when to reconcile, so a delivery must not wake the reconciler.
  inProcess.loop = { wake: () => {} }

  return {
    tenant,
    answers,
    configure: (settings: Partial<Env>) => Object.assign(env(), settings),
    set: (gap: string, value: string) =>
      call('PATCH', 'settings', { tenantId, settings: { [gap]: value } }),
    listGaps: async () => gapsSchema.parse(await call('GET', 'settings')),
    orderFault: (fault: { target: 'api' | 'webhook'; kind: string } & Record<string, unknown>) =>
      call('POST', 'faults', { tenantId, ...fault }),
    advanceClock: async (seconds: number) => {
      await call('POST', 'clock/advance', { tenantId, seconds })
      await call('POST', 'deliveries/flush', { tenantId })
    },
    limitRate,
    rotateSecret,
    enableRevision: (enabled: boolean) =>
      call('PATCH', `revisions/${tenant.revisionId}`, { enabled }),
    /** The app reads its key from the environment when it starts, so a new key needs a restart. */
    restartWithNewKey: async () => {
      const { apiKey } = keySchema.parse(await call('POST', `tenants/${tenantId}/keys`, {}))
      process.env.VERIFICATION_API_KEY = apiKey
      vi.resetModules()
      ;({ reconcileDue: reconcile } = await import('../../inquiries/reconcile'))
    },
    newCustomer: () => new Customer(tenantId, call),
    /** Resets service and bank for the next test. */
    reset: async () => {
      await call('POST', 'reset', { tenantId })
      await limitRate(null)
      reconcile = reconcileDue
      await db().serviceGate.deleteMany()
      // Stops the work for customers of earlier tests.
      await db().inquiry.updateMany({ data: { dueAt: null } })
      Object.assign(env(), {
        VERIFICATION_API_KEY: tenant.apiKey,
        VERIFICATION_TEMPLATE_ID: tenant.templateId,
        VERIFICATION_TEMPLATE_REVISION_ID: undefined,
        VERIFICATION_WEBHOOK_SECRET: await rotateSecret(),
        VERIFICATION_WEBHOOK_SECRET_PREVIOUS: undefined,
        VERIFICATION_WEBHOOK_SECRET_FORM: 'utf8',
      } satisfies Partial<Env>)
      answers.length = 0
    },
    stop: async () => {
      service.process.kill()
      receiver.close()
      receiver.closeAllConnections()
      await db().$disconnect()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The service ends with this process, because the IPC channel closes. */
async function startService(folder: string): Promise<{ url: string; process: ChildProcess }> {
  const sandbox = 'node_modules/.bin/verification-sandbox'
  if (!existsSync(sandbox))
    throw new Error('There is no sandbox here. `npm run test:unit` runs without one.')
  const child = spawn(process.execPath, [sandbox, 'start', '--port', '0', '--data-dir', folder], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += chunk
    const url = READY.exec(said)?.[1]
    if (url) return { url, process: child }
  }
  throw new Error(`The sandbox did not start: ${said}`)
}

/** A customer who applies, completes the hosted flow and watches the status page, without a browser. */
export class Customer {
  readonly #applicant = newApplicant()

  constructor(
    private readonly tenantId: string,
    private readonly call: (method: string, path: string, body?: object) => Promise<unknown>,
  ) {}

  async apply(note = ''): Promise<void> {
    const { note: _, ...rest } = simplestForm()
    await openInquiry(this.#applicant, applicationFormSchema.parse({ ...rest, note, terms: 'on' }))
  }

  /** The bank's row. */
  row = () =>
    db().inquiry.findFirstOrThrow({
      where: { applicantHash: this.#applicant.hash },
      orderBy: { id: 'desc' },
    })

  /** The open requests for this customer that the service received, oldest first. */
  async opens() {
    const { referenceId } = await this.row()
    const query = new URLSearchParams({ tenantId: this.tenantId })
    const { exchanges } = wireSchema.parse(await this.call('GET', `wire?${query}`))
    return exchanges.flatMap(({ requestHeaders, requestBody }) => {
      const key = requestHeaders['idempotency-key']
      if (key === undefined) return []
      const { expiresAt, ...opened } = openedSchema.parse(JSON.parse(requestBody.content))
      return opened.referenceId === referenceId ? [{ key, expiresAt }] : []
    })
  }

  /** The customer finishes the hosted flow, and the service delivers the resulting events. */
  completes = (outcome: string) => this.#act('complete', { outcome })

  /** A reviewer decides in the service's portal. */
  decided = (status: string, note: string) => this.#act('decide', { status, note })

  expires = () => this.#act('expire', {})

  async #act(what: string, body: object): Promise<void> {
    // Names the inquiry by reference, because the bank may not know its serviceInquiryId yet (N2).
    const query = new URLSearchParams({
      tenantId: this.tenantId,
      referenceId: (await this.row()).referenceId,
    })
    const { inquiries } = inquiriesSchema.parse(await this.call('GET', `inquiries?${query}`))
    await this.call('POST', `inquiries/${inquiries.at(-1)?.inquiryId}/${what}`, body)
    await this.call('POST', 'deliveries/flush', { tenantId: this.tenantId })
  }

  /** Moves time to the next scheduled call. Without one, the bank would never read the status again. */
  async waits(): Promise<void> {
    const { id, dueAt } = await this.row()
    expect(dueAt, 'the next call').not.toBeNull()
    await db().inquiry.update({ where: { id }, data: { dueAt: new Date(0) } })
    await reconcile(PASS_MS)
  }

  /** Moves the bank's time forward, so that no event is recent any more (N6), and reconciles. */
  async timePasses(seconds: number): Promise<void> {
    await letPass(await this.row(), seconds * 1_000)
    await reconcile(PASS_MS)
  }

  /** The data of the customer's page. */
  current = () => getApplicantInquiry(this.#applicant)

  /** Makes scheduled calls until the customer's page shows this stage. */
  async sees(stage: string): Promise<void> {
    await vi.waitFor(
      async () => {
        await this.waits()
        const expected = { stage, accountOpened: stage === 'approved' }
        expect(await this.current()).toMatchObject(expected)
      },
      { timeout: 10_000, interval: 20 },
    )
  }

  /** The identity and documents that a reviewer of the bank sees. */
  async revealed() {
    const result = await revealInquiry(newStaff('REVIEWER'), (await this.row()).id)
    if (!result.ok) throw new Error(`Not revealed: ${result.error}`)
    return result.revealed
  }
}
