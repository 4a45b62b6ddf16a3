// Continuously loads pages with all their scripts and styles, and sends signed events of an unknown kind (N13).
import { randomUUID } from 'node:crypto'
import type { Call } from './client.ts'
import { signature } from './load.ts'

const PAGE_WORKERS = 2
const EVENT_WORKERS = 2

export interface Traffic {
  pages: number
  assets: number
  events: number
  failures: string[]
  /** When each delivery and page load started, and how long it took. */
  deliveries: Sample[]
  pageLoads: Sample[]
  stop(): Promise<void>
}
export type Sample = { atMs: number; ms: number }

export function startTraffic(url: string, webhookSecret: string, call: Call): Traffic {
  let stopped = false
  const traffic: Traffic = {
    pages: 0,
    assets: 0,
    events: 0,
    failures: [],
    deliveries: [],
    pageLoads: [],
    stop: async () => {
      stopped = true
      await Promise.all(workers)
    },
  }
  const note = (what: string, status: number, text: string) => {
    if (status !== 200) traffic.failures.push(`${what}: ${status || text}`)
  }

  async function loadPage(): Promise<void> {
    const atMs = performance.now()
    const page = await call(`${url}/apply`)
    traffic.pages++
    traffic.pageLoads.push({ atMs, ms: page.ms })
    note('page', page.status, page.text)
    if (!page.text.includes('</html>')) traffic.failures.push('page: cut short')
    for (const path of assetsOf(page.text)) {
      const asset = await call(`${url}${path}`)
      traffic.assets++
      note(`asset ${path}`, asset.status, asset.text)
    }
  }

  async function deliver(): Promise<void> {
    const event = { id: randomUUID(), type: 'deployment.test', createdAt: new Date(), data: {} }
    const body = Buffer.from(JSON.stringify(event))
    const atMs = performance.now()
    const headers = {
      'content-type': 'application/json',
      'content-length': String(body.length),
      ...signature(body, webhookSecret),
    }
    const answer = await call(`${url}/api/webhooks/verification`, { method: 'POST', headers, body })
    traffic.events++
    traffic.deliveries.push({ atMs, ms: answer.ms })
    note('delivery', answer.status, answer.text)
    if (answer.text === '') traffic.failures.push('delivery: the response has no body')
  }

  const work = async (once: () => Promise<void>) => {
    while (!stopped) await once()
  }
  const workers = [
    ...Array.from({ length: PAGE_WORKERS }, () => work(loadPage)),
    ...Array.from({ length: EVENT_WORKERS }, () => work(deliver)),
  ]
  return traffic
}

/** Every script and style that the page references. */
const assetsOf = (html: string): Set<string> =>
  new Set(
    [...html.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+)"/g)].map(([, path = '']) => path),
  )

export function percentile(samples: readonly Sample[], share: number): number {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
