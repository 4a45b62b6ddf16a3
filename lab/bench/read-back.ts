/**
 * 10,000 inquiries due at the same time, read from the sandbox within its rate limit, on real PostgreSQL. Compared with that
 * limit. There shouldn't be a single 429.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { ROOT } from '../../scripts/settings.ts'
import { startApp, startPostgres } from './processes.ts'
import { printTable } from './report.ts'

const INQUIRIES = 10_000
const CALLS_PER_MINUTE = 6_000
const OPENS_AT_ONCE = 16
const POLL_MS = 500

const openedSchema = z.object({ inquiryId: z.string() })
/** Keyed by the name of the list. */
const listSchema = z.record(z.string(), z.array(z.object({ id: z.string() })))
type Opened = z.infer<typeof openedSchema> & { referenceId: string }
const wireSchema = z.object({
  exchanges: z.array(z.object({ sequence: z.number(), status: z.number().nullable() })),
})

export async function benchReadBack(): Promise<void> {
  const databaseUrl = await startPostgres()
  const app = await startApp(databaseUrl, {
    VERIFICATION_CALLS_PER_MINUTE: `${CALLS_PER_MINUTE}`,
  })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const control = createControl(app.sandboxUrl)

  await control.prepare()
  console.log(`Opening ${INQUIRIES.toLocaleString('en')} inquiries …`)
  await insertDue(client, await openDecided(app.sandboxUrl))
  await control.setLimit(CALLS_PER_MINUTE)

  const startedAt = performance.now()
  await client.query(`UPDATE "Inquiry" SET "nextReadAt" = now()`)
  const refused = await countRefusedUntil(control, async () => {
    const { rows } = await client.query('SELECT 1 FROM "Inquiry" WHERE "readAt" IS NULL LIMIT 1')
    return rows.length === 0
  })
  const seconds = (performance.now() - startedAt) / 1000
  const perMinute = (INQUIRIES / seconds) * 60
  const granted = await client.query(
    'SELECT count(*)::int AS n FROM "Inquiry" WHERE "grantedAt" IS NOT NULL',
  )
  await client.end()

  printTable(`${INQUIRIES.toLocaleString('en')} inquiries due at once`, [
    { '': 'the rate that the sandbox allows', 'reads a minute': CALLS_PER_MINUTE },
    {
      '': 'ours',
      'reads a minute': Math.round(perMinute),
      'of what is allowed': (perMinute / CALLS_PER_MINUTE).toFixed(3),
      seconds: seconds.toFixed(1),
      '429 responses': refused,
      'accounts opened': granted.rows[0].n,
    },
  ])
}

function createControl(sandboxUrl: string) {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${sandboxUrl}/sandbox${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: HTTP ${answer.status}`)
    return answer.status === 204 ? null : answer.json()
  }
  const list = async (path: string) =>
    Object.values(listSchema.parse(await call('GET', path))).flat()
  const tenantId = async () => (await list('/tenants'))[0]?.id
  const setLimit = async (rateLimitPerMinute: number | null) => {
    await call('PATCH', `/tenants/${await tenantId()}`, { rateLimitPerMinute })
  }
  return {
    setLimit,
    /** Lifts the rate limit, and removes the endpoints so that no event announces a status. */
    prepare: async () => {
      await setLimit(null)
      for (const { id } of await list(`/tenants/${await tenantId()}/endpoints`))
        await call('DELETE', `/endpoints/${id}`)
    },
    exchangesAfter: async (sequence: number) =>
      wireSchema.parse(await call('GET', `/wire?after=${sequence}`)).exchanges,
  }
}

/** Opens inquiries with the sandbox's magic reference, which approves each one immediately. */
async function openDecided(sandboxUrl: string): Promise<Opened[]> {
  const env = parseEnv(readFileSync(join(ROOT, '.env.example'), 'utf8'))
  const opened: Opened[] = []
  let asked = 0
  const open = async () => {
    while (asked < INQUIRIES) {
      const referenceId = `bench-${asked++}/sandbox-auto:APPROVED`
      const answer = await fetch(`${sandboxUrl}/api/v1/customer/inquiries`, {
        method: 'POST',
        headers: {
          'x-api-key': env.VERIFICATION_API_KEY ?? '',
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          inquiryTemplateId: env.VERIFICATION_TEMPLATE_ID,
          referenceId,
        }),
      })
      opened.push({ referenceId, ...openedSchema.parse(await answer.json()) })
    }
  }
  await Promise.all(Array.from({ length: OPENS_AT_ONCE }, open))
  return opened
}

async function insertDue(client: pg.Client, opened: Opened[]): Promise<void> {
  await client.query(
    `INSERT INTO "Inquiry" ("id", "referenceId", "inquiryId", "applicantHash", "product", "openState", "openKey",
       "openBody", "correlationId", "updatedAt")
     SELECT gen_random_uuid(), reference, id, md5(reference) || md5(reference), 'everyday', 'OPEN', gen_random_uuid(), '{}',
       gen_random_uuid(), now()
     FROM unnest($1::text[], $2::uuid[]) AS opened (reference, id)`,
    [opened.map(({ referenceId }) => referenceId), opened.map(({ inquiryId }) => inquiryId)],
  )
  await client.query('VACUUM ANALYZE')
}

/** @returns how many responses were 429. The sandbox keeps the last 1,000 exchanges, so this polls often. */
async function countRefusedUntil(
  control: ReturnType<typeof createControl>,
  isDone: () => Promise<boolean>,
): Promise<number> {
  let refused = 0
  let seen = (await control.exchangesAfter(0)).at(-1)?.sequence ?? 0
  for (let done = false; !done; ) {
    await delay(POLL_MS)
    done = await isDone()
    const exchanges = await control.exchangesAfter(seen)
    refused += exchanges.filter(({ status }) => status === 429).length
    seen = exchanges.at(-1)?.sequence ?? seen
  }
  return refused
}
