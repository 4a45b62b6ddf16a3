/** Memory: the app's resident size while it receives 200,000 events, on real PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { sendEvents } from './load.ts'
import { newFolder, startApp, startPostgres } from './processes.ts'
import { printTable } from './report.ts'

const EVENTS = 200_000
const STEP = 20_000
const INQUIRIES = 1_000
const SECRET = `whsec_${'b'.repeat(32)}`

export async function benchMemory(): Promise<void> {
  const dataDir = newFolder()
  const app = await startApp(await startPostgres(), {
    VERIFICATION_WEBHOOK_SECRET: SECRET,
    DATA_DIR: dataDir,
  })
  const pids = z
    .object({ app: z.number() })
    .parse(JSON.parse(readFileSync(join(dataDir, 'processes.json'), 'utf8')))
  const inquiryIds = Array.from({ length: INQUIRIES }, () => randomUUID())
  const rows: Record<string, string | number>[] = []
  for (let events = 0; events <= EVENTS; events += STEP) {
    if (events > 0)
      await sendEvents({
        url: `${app.url}/api/webhooks/verification`,
        secret: SECRET,
        inquiryIds,
        until: { requests: STEP },
      })
    rows.push({ events, 'resident MiB': residentMib(pids.app) })
    console.log(`${events} of ${EVENTS} events`)
  }
  printTable('Memory of the app', rows)
}

function residentMib(pid: number): number {
  const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kib) / 1024)
}
