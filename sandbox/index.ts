// The verification service in one process: state, clock, webhooks and HTTP, composed.
// `createSandbox()` gives everything a test needs; `app.request()` answers without a port.
import { join } from 'node:path'
import { Hono } from 'hono'
import { DeliverySender } from './commands/delivery/sender.ts'
import { InquiryLife } from './commands/inquiries.ts'
import { Administration } from './commands/preparation.ts'
import { RateLimits } from './commands/rate-limits.ts'
import { createControlRouter } from './control/router.ts'
import { createFlowRouter } from './flow/flow-router.ts'
import { createArtifactRouter } from './merchant-api/artifact-router.ts'
import { createMerchantRouter } from './merchant-api/router.ts'
import { createPortalRouter } from './portal/portal-router.ts'
import { Clock } from './scenario/clock.ts'
import { gapValue } from './scenario/gaps.ts'
import { isAutomatic } from './scenario/magic-reference.ts'
import { seed } from './scenario/seed.ts'
import { specimenOutcomes } from './scenario/specimen-results.ts'
import { createSdkRouter } from './sdk/sdk-router.ts'
import {
  type ArtifactBytes,
  Artifacts,
  fileArtifactBytes,
  memoryArtifactBytes,
  sweepArtifactFiles,
} from './service/artifacts.ts'
import { openApiDocument } from './service/openapi.ts'
import type { Inquiry, Tenant } from './state/entities.ts'
import { Snapshots } from './state/snapshots.ts'
import { Store } from './state/store.ts'
import { Wire } from './state/wire.ts'

export interface SandboxOptions {
  /** The folder of journal and pictures; without one everything is in memory. */
  dataDir?: string
  /** Where browsers and merchants reach the sandbox; can be set later, when the port is known. */
  publicUrl?: string
  /** Where the demo tenant's events go. */
  webhookUrl?: string
  /** Lets endpoints be `http://localhost…`: for the demo and for tests (W2). */
  allowLoopbackHttp?: boolean
  /** Off: the control API is refused, as it must be anywhere but in a sandbox. */
  control?: boolean
  /** Values for gaps of the contract, by gap id, that every tenant begins with. */
  settings?: Record<string, string>
  /** The machine's time in milliseconds, for tests. */
  systemNowMs?: () => number
}

/** The service's parts, for routers and tests. */
export interface Sandbox {
  store: Store
  clock: Clock
  artifacts: Artifacts
  life: InquiryLife
  rateLimits: RateLimits
  administration: Administration
  snapshots: Snapshots
  deliveries: DeliverySender
  wire: Wire
  allowLoopbackHttp: boolean
  controlEnabled: boolean
  publicUrl: string
  webhookUrl: string
  settings: Record<string, string>
  /** The origin of artifact URLs, which N20 moves to another host. */
  artifactOrigin(tenant: Tenant): string
  /** What a new inquiry sets off in the same commit. */
  onOpened(inquiry: Inquiry): void
}

export interface RunningSandbox extends Sandbox {
  app: Hono
  close(): Promise<void>
}

export function createSandbox(options: SandboxOptions = {}): RunningSandbox {
  const { dataDir, webhookUrl = 'http://localhost:3000/api/webhooks/verification' } = options
  const { allowLoopbackHttp = false, settings = {} } = options
  const store = new Store(dataDir ?? null)
  const clock = new Clock(store, options.systemNowMs)
  seed(store, clock, { webhookUrl, settings })
  const snapshots = new Snapshots(store, dataDir === undefined ? null : join(dataDir, 'snapshots'))
  const bytes =
    dataDir === undefined ? memoryArtifactBytes() : openPictures(dataDir, store, snapshots)
  const artifacts = new Artifacts(store, clock, bytes)
  const life = new InquiryLife(store, clock, artifacts)
  const wire = new Wire()
  const deliveries = new DeliverySender({ store, clock, life, wire, allowLoopbackHttp })

  const sandbox: Sandbox = {
    store,
    clock,
    artifacts,
    life,
    rateLimits: new RateLimits(clock),
    administration: new Administration(store, clock, { allowLoopbackHttp, settings }),
    snapshots,
    deliveries,
    wire,
    allowLoopbackHttp,
    controlEnabled: options.control ?? true,
    publicUrl: options.publicUrl ?? 'http://localhost:4000',
    webhookUrl,
    settings,
    artifactOrigin(tenant) {
      return gapValue(tenant, 'N20') === 'own-host' ? this.publicUrl : otherHost(this.publicUrl)
    },
    onOpened(inquiry) {
      const { plannedOutcome } = inquiry
      if (plannedOutcome === null || !isAutomatic(inquiry.referenceId)) return
      life.complete(inquiry.id, specimenOutcomes(inquiry), plannedOutcome)
    },
  }

  const app = new Hono()
  app.route('/', createMerchantRouter(sandbox))
  app.route('/', createArtifactRouter(sandbox))
  app.route('/', createControlRouter(sandbox))
  app.route('/flow', createFlowRouter(sandbox))
  app.route('/sdk', createSdkRouter())
  app.route('/', createPortalRouter(sandbox))
  app.get('/openapi.json', (c) => c.json(openApiDocument()))
  app.onError((error, c) => {
    // A bug: where it happened is said, but not its message, which may quote what a person typed.
    const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '))
    process.stderr.write(`sandbox: ${error.name}\n${frames?.join('\n')}\n`)
    return c.json({ code: 'INTERNAL_ERROR', message: 'The sandbox failed.' }, 500)
  })

  deliveries.start()
  return Object.assign(sandbox, {
    app,
    async close() {
      await deliveries.stop()
      store.close()
    },
  })
}

/** The pictures' folder, without those that a reset or a lost commit left behind. */
function openPictures(dataDir: string, store: Store, snapshots: Snapshots): ArtifactBytes {
  const folder = join(dataDir, 'artifacts')
  const bytes = fileArtifactBytes(folder)
  const known = store.artifacts.values().map((artifact) => artifact.id)
  sweepArtifactFiles(folder, new Set([...known, ...snapshots.artifactIds()]))
  return bytes
}

/** The loopback's other name is another origin that reaches the same server (N20). */
function otherHost(publicUrl: string): string {
  const url = new URL(publicUrl)
  url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  return url.origin
}
