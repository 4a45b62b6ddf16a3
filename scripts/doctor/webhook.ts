// The webhook endpoint as the service sees it: sends it a signed event of an unknown kind (N13).
import { createHmac, randomUUID } from 'node:crypto'
import pg from 'pg'
import { rejectionText } from '../../components/admin/events/rejection-text.ts'
import type { Env } from '../../lib/env.ts'
import { DELIVERY_ID_HEADER, hmacKey, SIGNATURE_HEADER } from '../../lib/verification/webhook.ts'
import { isLoopback } from './environment.ts'
import { type Finding, right, wrong } from './finding.ts'
import { ask, type Reply } from './timed-fetch.ts'

/** Always the same event, so the table gets one row only. */
const EVENT = {
  id: 'd0c70000-0000-4000-8000-000000000001',
  type: 'doctor.ping',
  createdAt: '2026-01-01T00:00:00.000Z',
  data: {},
}
/** `{"outcome":"ignored"}`, and `duplicate` from the second time on. */
const TAKEN = /"outcome":"(ignored|duplicate)"/

export async function checkWebhook(env: Env, usesSandbox: boolean): Promise<Finding[]> {
  const url = `${env.NEXTAUTH_URL}/api/webhooks/verification`
  const { protocol, hostname } = new URL(url)
  const deliveryId = `doctor-${randomUUID()}`
  const reply = await send(url, deliveryId, env)
  const finding = await judge(url, reply, deliveryId, env)
  const isForService = protocol === 'https:' || (usesSandbox && isLoopback(hostname))
  if (isForService) return [finding]
  return [
    wrong(
      `The webhook URL ${url} is not HTTPS`,
      'The service delivers to HTTPS alone (W2): set NEXTAUTH_URL to the public https:// address, and register that.',
    ),
    finding,
  ]
}

function send(url: string, deliveryId: string, env: Env): Promise<Reply> {
  const body = Buffer.from(JSON.stringify(EVENT))
  const key = hmacKey(
    env.VERIFICATION_WEBHOOK_SECRET,
    env.VERIFICATION_WEBHOOK_SECRET_FORM ?? 'utf8',
  )
  const digest = createHmac('sha256', key).update(body).digest('hex')
  return ask(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: `sha256=${digest}`,
      [DELIVERY_ID_HEADER]: deliveryId,
    },
  })
}

async function judge(url: string, reply: Reply, deliveryId: string, env: Env): Promise<Finding> {
  if (!reply.ok)
    return wrong(
      `The webhook endpoint ${url} cannot be reached (${reply.reason})`,
      'Start the app; then look at NEXTAUTH_URL, the proxy before it and its certificate.',
    )
  const { status, body, headers } = reply
  if (status === 200 && TAKEN.test(body))
    return right('The webhook endpoint took a signed event: the secret is the same on both sides')
  if (status === 401 && body.includes('signature')) {
    const reason = await rejectionOf(deliveryId, env.DATABASE_URL)
    return wrong(
      `The webhook endpoint refuses the signature (${reason ? rejectionText(reason).title : 'HTTP 401'})`,
      reason
        ? `${rejectionText(reason).fix} A running app keeps the environment of its start: restart it after a change.`
        : 'The running app has another VERIFICATION_WEBHOOK_SECRET: restart it with this environment.',
    )
  }
  if (status === 503)
    return wrong(
      'The webhook endpoint cannot store events (HTTP 503)',
      'The app does not reach its database, or it is not migrated: npm run db:migrate',
    )
  if (status >= 300 && status < 400)
    return wrong(
      `The webhook endpoint redirects to ${headers.get('location') ?? 'nowhere'}`,
      'A delivery follows no redirect (N9): register the address at its end, or leave the path out of the redirect.',
    )
  return wrong(
    `The webhook endpoint answers HTTP ${status}, and not as this app does`,
    'Another program answers there, or a proxy refuses the path, the method or the headers.',
  )
}

/** The running app has noted why, if it writes to the same database. */
async function rejectionOf(deliveryId: string, databaseUrl: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ reason: string }>(
      'SELECT reason FROM "RejectedDelivery" WHERE "deliveryId" = $1',
      [deliveryId],
    )
    return rows[0]?.reason ?? null
  } catch {
    return null
  } finally {
    await client.end().catch(() => {})
  }
}
