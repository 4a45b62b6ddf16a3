// The package's module: runs a sandbox inside a test, with only the functions that package.d.ts declares.
import * as service from './index.ts'
import type { RunningSandbox, SandboxOptions } from './package.d.ts'
import { DEMO_TENANT, seedFileSchema } from './scenario/seed.ts'

export function createSandbox(options: SandboxOptions = {}): RunningSandbox {
  const { dataDir, webhookUrl, seed } = options
  const sandbox = service.createSandbox({
    dataDir,
    webhookUrl,
    seedFile: seedFileSchema.optional().parse(seed),
  })
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
    listen: (port) => sandbox.listen(port),
    settled: () => sandbox.deliveries.idle(),
    close: () => sandbox.close(),
  }
}
