// The package's entry point: a sandbox for use inside a test, with only the functions that package.d.ts declares.
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import * as service from './index.ts'
import type { RunningSandbox, SandboxOptions } from './package.d.ts'
import { DEMO_TENANT, seedFileSchema } from './scenario/seed.ts'

export function createSandbox(options: SandboxOptions = {}): RunningSandbox {
  const { dataDir, webhookUrl, seed } = options
  const sandbox = service.createSandbox({
    allowLoopbackHttp: true,
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    ...(seed === undefined ? {} : { seedFile: seedFileSchema.parse(seed) }),
  })
  // Without a receiver, the seeded endpoint would only record failed deliveries.
  if (webhookUrl === undefined) {
    sandbox.preparation.removeEndpoint(sandbox.store.endpoints.require(DEMO_TENANT.endpointId))
  }
  const servers: Server[] = []
  const { id: tenantId, apiKey, templateId, webhookSecret } = DEMO_TENANT
  return {
    credentials: { tenantId, apiKey, templateId, webhookSecret },
    async fetch(request) {
      return sandbox.app.fetch(request)
    },
    async control(method, path, body) {
      const response = await sandbox.app.request(`/sandbox${path}`, {
        method,
        ...(body
          ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
          : {}),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
      return text === '' ? null : JSON.parse(text)
    },
    listen(port = 0) {
      const server = createServer(getRequestListener(sandbox.app.fetch))
      servers.push(server)
      return new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, '127.0.0.1', () => {
          const address = server.address()
          const taken = typeof address === 'object' && address ? address.port : port
          sandbox.site.publicUrl = `http://localhost:${taken}`
          resolve(sandbox.site.publicUrl)
        })
      })
    },
    settled: () => sandbox.deliveries.idle(),
    async close() {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
      await sandbox.close()
    },
  }
}
