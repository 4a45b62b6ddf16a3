// Assembles the verification service in one process: state, clock, commands and interfaces. `createSandbox()` returns everything
// that a test needs; its `app.request()` needs no port.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono, type Context as HonoContext } from 'hono'
import type { Core } from './commands/core.ts'
import { Inquiries } from './commands/inquiries.ts'
import { Preparation } from './commands/preparation.ts'
import { RateLimits } from './commands/rate-limits.ts'
import { DeliverySender } from './commands/sender.ts'
import type { Context } from './context.ts'
import { createControlRouter } from './control/router.ts'
import { createFlowRouter } from './flow/flow-router.ts'
import { createGuideRouter } from './guide/router.tsx'
import { createArtifactRouter } from './merchant-api/artifact-router.ts'
import { createMerchantRouter } from './merchant-api/router.ts'
import { createPortalRouter } from './portal/router.ts'
import type { SeedFile } from './scenario/seed.ts'
import { openApiDocument } from './service/openapi.ts'
import { Clock } from './state/clock.ts'
import { filePictures, memoryPictures, type Pictures } from './state/pictures.ts'
import { Store } from './state/store.ts'
import { Wire } from './state/wire.ts'
import { createAssetRouter } from './web/browser-assets.ts'
import { renderFront, renderNothingHere } from './web/front.tsx'
import { isForeignHost } from './web/own-host.ts'

export interface SandboxOptions {
  /** The folder for the journal and the pictures. Without a folder, everything stays in memory. */
  dataDir?: string
  /** The URL for browsers and merchants; by default the address on which the sandbox listens. */
  publicUrl?: string
  /** A second address, on the local network, that serves nothing but the hosted flow. Links for phones lead there. */
  phoneUrl?: string
  /** The receiver of the seeded tenant's events. Without it, they go nowhere. */
  webhookUrl?: string
  /** The seeded tenant's app, for the presenter's console; by default the origin of its receiver. */
  merchantUrl?: string
  /** `false` disables the control API. */
  control?: boolean
  /** The parsed seed file: additional tenants, and the seeded tenant's gap settings. */
  seedFile?: SeedFile
}

export type Sandbox = ReturnType<typeof createSandbox>

export function createSandbox(options: SandboxOptions = {}) {
  const { dataDir, webhookUrl } = options
  const store = new Store(dataDir ?? null)
  const clock = new Clock(store)
  const core: Core = {
    site: {
      publicUrl: options.publicUrl ?? 'http://localhost:4000',
      phoneUrl: options.phoneUrl ?? null,
      merchantUrl: options.merchantUrl ?? new URL(webhookUrl ?? 'http://localhost:3000').origin,
      controlEnabled: options.control ?? true,
    },
    store,
    clock,
    pictures: openPictures(dataDir, store),
    wire: new Wire(),
    rateLimits: new RateLimits(clock),
  }
  const preparation = new Preparation(core, webhookUrl, options.seedFile)
  preparation.seed()
  const inquiries = new Inquiries(core)
  const deliveries = new DeliverySender(core, inquiries)
  const context: Context = { ...core, inquiries, preparation, deliveries }
  const control = createControlRouter(context)

  const app = new Hono()
  // The portal and the control API replace these headers with stricter ones.
  app.use('*', async (c, next) => {
    if (!isForeignHost(c.req.url, core.site.publicUrl)) return next()
    const message = 'The sandbox answers at localhost, at its address and at SANDBOX_PUBLIC_URL.'
    return c.json({ code: 'FOREIGN_HOST', message }, 421)
  })
  app.route('/', createMerchantRouter(context))
  app.route('/', createArtifactRouter(context))
  app.route('/', control)
  const flow = createFlowRouter(context)
  app.route('/flow', flow)
  app.route('/sdk', createAssetRouter())
  const callControl = (path: string, init: RequestInit) => control.request(`/sandbox${path}`, init)
  app.route('/', createPortalRouter(context, callControl))
  if (core.site.controlEnabled) app.route('/', createGuideRouter(context))
  app.get('/', (c) => renderFront(c, core.site))
  app.notFound(renderNothingHere)
  app.get('/openapi.json', (c) => c.json(openApiDocument()))
  app.onError(reportBug)

  deliveries.start()
  const server = createServer(getRequestListener(app.fetch))
  // What this socket serves is decided here, not by a host name in the request.
  const phoneApp = new Hono().route('/flow', flow).onError(reportBug)
  const phoneServer = createServer(getRequestListener(phoneApp.fetch))
  return {
    ...context,
    app,
    /** Listens on a free port unless one is given. Resolves with the sandbox's URL. */
    async listen(port = 0, host = '127.0.0.1'): Promise<string> {
      server.listen(port, host)
      await once(server, 'listening')
      if (options.phoneUrl) {
        const { hostname, port: phonePort } = new URL(options.phoneUrl)
        phoneServer.listen(Number(phonePort), hostname)
        await once(phoneServer, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
          throw new Error(`SANDBOX_PHONE_URL ${options.phoneUrl} can't be listened on (${code}).`)
        })
      }
      const address = server.address()
      const taken = typeof address === 'object' && address ? address.port : port
      core.site.publicUrl = options.publicUrl ?? `http://localhost:${taken}`
      return core.site.publicUrl
    },
    async close() {
      server.close()
      server.closeAllConnections()
      phoneServer.close()
      phoneServer.closeAllConnections()
      await deliveries.stop()
      store.close()
    },
  }
}

/** Logs the place of a bug, but not its message, which may quote a person's input. */
function reportBug(error: Error, c: HonoContext): Response {
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '))
  process.stderr.write(`sandbox: ${error.name}\n${frames?.join('\n')}\n`)
  return c.json({ code: 'INTERNAL_ERROR', message: 'The sandbox failed.' }, 500)
}

function openPictures(dataDir: string | undefined, store: Store): Pictures {
  if (dataDir === undefined) return memoryPictures()
  const known = store.artifacts.values().map((artifact) => artifact.id)
  return filePictures(join(dataDir, 'artifacts'), new Set(known))
}
