import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from './scripts/ports.ts'
import { Program } from './scripts/program.ts'
import { readExample } from './scripts/settings.ts'
const dataDir = mkdtempSync(join(tmpdir(), 'demo-h-'))
const ports: Record<string,string> = {}
for (const name of ['PORT', 'SANDBOX_PORT', 'DATABASE_PORT']) ports[name] = String(await findFreePort())
const t = Date.now()
const demo = new Program('demo', [process.execPath, '--conditions=react-server', '--import', 'tsx', 'scripts/demo.ts'], { env: { ...process.env, ...readExample(), ...ports, DATA_DIR: dataDir }, onLine: (l) => console.log(l) })
await demo.says(/^Ready\./)
console.log('ready after', Date.now() - t)
const c = new pg.Client(`postgresql://postgres:postgres@127.0.0.1:${ports.DATABASE_PORT}/postgres?sslmode=disable`)
await c.connect()
for (const q of ['SELECT status, count(*), min("createdAt"), max("createdAt") FROM "Inquiry" GROUP BY 1','SELECT kind, count(*), sum(deliveries) FROM "WebhookEvent" GROUP BY 1','SELECT reason, count(*) FROM "RejectedDelivery" GROUP BY 1','SELECT action, count(*) FROM "AuditEntry" GROUP BY 1']) console.table((await c.query(q)).rows)
await c.end()
await demo.stop()
console.log(demo.ending)
rmSync(dataDir, { recursive: true, force: true })
