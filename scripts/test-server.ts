// Vitest's global setup: one PostgreSQL server for a run, with a migrated database that each test file copies.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDatabase } from './database.ts'
import { migrate } from './migrate.ts'

export default async function startTestServer(): Promise<(() => Promise<void>) | undefined> {
  // Another project of this run has started it.
  if (process.env.TEST_TEMPLATE_URL) return undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'test-server-'))
  const server = await startDatabase({ dataDir, port: 0, durable: false })
  await migrate(server.url)
  process.env.TEST_TEMPLATE_URL = server.url
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
