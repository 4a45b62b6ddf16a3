// Checks the running app, which keeps the environment it started with, and its instances.
import type { Env } from '../../lib/env.ts'
import { keyFingerprint } from '../../lib/key-fingerprint.ts'
import { type Finding, right, unclear, wrong } from './finding.ts'
import { ask } from './timed-fetch.ts'

/** Sent at the same time, so each uses its own connection and the balancer spreads them. */
const REQUESTS = 8

/** @param instances addresses of single instances; without them, only the balancer's responses are checked */
export async function checkRunningApp(env: Env, instances: readonly string[]): Promise<Finding[]> {
  const findings = [await checkSpread(env.NEXTAUTH_URL), await checkKey(env, env.NEXTAUTH_URL)]
  for (const instance of instances)
    findings.push(await checkInstance(instance), await checkKey(env, instance))
  return findings.filter((finding) => finding !== null)
}

async function checkSpread(url: string): Promise<Finding | null> {
  const replies = await Promise.all(
    Array.from({ length: REQUESTS }, () => ask(`${url}/api/health/ready`)),
  )
  const failures = replies.flatMap((reply) =>
    reply.ok ? (reply.status === 200 ? [] : [`HTTP ${reply.status}`]) : [reply.reason],
  )
  if (failures.length === 0) return right(`Every instance that ${url} reached is ready`)
  // Later checks say why nothing answers.
  if (failures.length === REQUESTS && replies.every((reply) => !reply.ok)) return null
  const reasons = [...new Set(failures)].join(', ')
  if (failures.length === REQUESTS)
    return wrong(
      `No instance behind ${url} is ready (${reasons})`,
      'Start the app; if it runs, its database refuses writes (see above).',
    )
  return wrong(
    `${failures.length} of ${REQUESTS} requests to ${url} fail (${reasons}): one of several instances is down`,
    'Find it with `npm run doctor -- --instance http://host:port` for each, and restart it. Let the balancer check /api/health/ready, so it skips such an instance.',
  )
}

async function checkInstance(url: string): Promise<Finding> {
  const reply = await ask(`${url}/api/health/ready`)
  if (!reply.ok)
    return wrong(
      `The instance ${url} is down (${reply.reason})`,
      'Start it, and check the last lines of its log.',
    )
  if (reply.status === 200) return right(`The instance ${url} is ready`)
  return wrong(
    `The instance ${url} is not ready (HTTP ${reply.status})`,
    "It is stopping, or can't reach a database that accepts writes: check its log and its DATABASE_URL.",
  )
}

async function checkKey(env: Env, url: string): Promise<Finding | null> {
  const reply = await ask(`${url}/api/metrics`, {
    headers: { authorization: `Bearer ${env.CRON_SECRET}` },
  })
  // Other checks report an app that is down or without a database.
  if (!reply.ok || reply.status >= 500) return null
  if (reply.status === 401)
    return wrong(
      `The app at ${url} runs with a different CRON_SECRET than .env`,
      'A running app keeps the environment it started with: restart it, and update the callers of the cron routes.',
    )
  const fingerprint = /^service_key_info\{fingerprint="(\w+)"\} 1$/m.exec(reply.body)?.[1]
  if (!fingerprint)
    return unclear(
      `The app at ${url} does not say which API key it has (HTTP ${reply.status})`,
      'A proxy hides /api/metrics, or the app is an older version: run the doctor where it can reach the app directly.',
    )
  if (fingerprint === keyFingerprint(env))
    return right(`The app at ${url} runs with the API key in .env`)
  return wrong(
    `The app at ${url} runs with a different VERIFICATION_API_KEY than .env`,
    'A running app keeps the environment it started with, so it may use a key that was revoked: restart every instance.',
  )
}
