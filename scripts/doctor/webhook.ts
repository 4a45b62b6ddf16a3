// Checks the webhook endpoint as the service sees it: sends it a signed event of an unknown kind (N13).
import { createHmac, randomUUID } from 'node:crypto'
import type { Env } from '../../lib/env.ts'
import { isLoopback } from '../../lib/published-secrets.ts'
import {
  DELIVERY_ID_HEADER,
  hmacKey,
  SECRET_FORMS,
  type SecretForm,
  SIGNATURE_HEADER,
} from '../../lib/verification/webhook.ts'
import { type Finding, right, wrong } from './finding.ts'
import { rejectionText } from './rejection-text.ts'
import { ask, type Reply } from './timed-fetch.ts'

/** Always the same event, so it only adds one row. */
const EVENT = {
  id: 'd0c70000-0000-4000-8000-000000000001',
  type: 'doctor.ping',
  createdAt: '2026-01-01T00:00:00.000Z',
  data: {},
}
const TAKEN = /"outcome":"(recorded|duplicate)"/

/** The app's own 401. */
const REJECTED = /"error":"signature","reason":"(\w+)"/

export async function checkWebhook(env: Env, usesSandbox: boolean): Promise<Finding[]> {
  const url = `${env.NEXTAUTH_URL}/api/webhooks/verification`
  const { protocol } = new URL(url)
  const reply = await send(url, env, env.VERIFICATION_WEBHOOK_SECRET_FORM)
  const finding = await judge(url, reply, env)
  const isForService = protocol === 'https:' || (usesSandbox && isLoopback(url))
  if (isForService) return [finding]
  return [
    wrong(
      `The webhook URL ${url} is not HTTPS`,
      'The service only delivers to HTTPS (W2): set NEXTAUTH_URL to the public https:// address, and register that address.',
    ),
    finding,
  ]
}

function send(url: string, env: Env, form: SecretForm = 'utf8'): Promise<Reply> {
  const body = Buffer.from(JSON.stringify(EVENT))
  const key = hmacKey(env.VERIFICATION_WEBHOOK_SECRET, form)
  const digest = createHmac('sha256', key).update(body).digest('hex')
  return ask(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: `sha256=${digest}`,
      [DELIVERY_ID_HEADER]: `doctor-${randomUUID()}`,
    },
  })
}

async function judge(url: string, reply: Reply, env: Env): Promise<Finding> {
  if (!reply.ok)
    return wrong(
      `The webhook endpoint ${url} cannot be reached (${reply.reason})`,
      'Start the app; then check NEXTAUTH_URL, the proxy in front of the app and its certificate.',
    )
  const { status, body, headers } = reply
  if (status === 200 && TAKEN.test(body))
    return right('The running app accepts events signed with VERIFICATION_WEBHOOK_SECRET')
  const reason = status === 401 ? REJECTED.exec(body)?.[1] : undefined
  if (reason) {
    const { title, fix } = rejectionText((await isOtherForm(url, env)) ? 'secret_form' : reason)
    return wrong(
      `The webhook endpoint rejects the signature (${title})`,
      `${fix} A running app keeps the environment it started with, so restart it after a change.`,
    )
  }
  if (status === 503)
    return wrong(
      'The webhook endpoint cannot store events (HTTP 503)',
      "The app can't reach its database, or the database isn't migrated: npm run db:migrate",
    )
  if (status >= 300 && status < 400)
    return wrong(
      `The webhook endpoint redirects to ${headers.get('location') ?? 'nowhere'}`,
      'Deliveries do not follow redirects (N9): register the final address, or exclude the path from the redirect.',
    )
  return wrong(
    `The webhook endpoint answers HTTP ${status}, unlike this app`,
    'Another program answers at this address, or a proxy refuses the path, the method or the headers.',
  )
}

/** N15: whether the running app accepts the event with the same secret in another form. */
async function isOtherForm(url: string, env: Env): Promise<boolean> {
  for (const form of SECRET_FORMS) {
    const reply = await send(url, env, form)
    if (reply.ok && reply.status === 200) return true
  }
  return false
}
