// A short version of `npm run deployment-test -- --rolls`: deploy/Caddyfile in front of two small servers.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findFreePort } from '../../scripts/ports.ts'
import { type Caddy, startCaddy } from './caddy.ts'
import { createClient } from './client.ts'

const hasCaddy = spawnSync('caddy', ['version']).status === 0

describe.skipIf(!hasCaddy)('the Caddyfile that deploy/ ships', () => {
  const folder = mkdtempSync(join(tmpdir(), 'caddy-'))
  const assets = join(folder, 'assets')
  /** What each instance does with a request that isn't a health check. */
  const handlers: [RequestListener, RequestListener] = [answer('one'), answer('two')]
  const ready = [true, true]
  let servers: Server[] = []
  let caddy: Caddy
  let client: ReturnType<typeof createClient>

  beforeAll(async () => {
    mkdirSync(join(assets, '_next/static/chunks'), { recursive: true })
    const appPorts: [number, number] = [await findFreePort(), await findFreePort()]
    servers = appPorts.map((port, nth) =>
      createServer((request, response) => {
        if (request.url !== '/api/health/ready') return handlers[nth]?.(request, response)
        response.writeHead(ready[nth] ? 200 : 503).end()
      }).listen(port, '127.0.0.1'),
    )
    caddy = await startCaddy({ port: await findFreePort(), appPorts, assets, folder })
    client = createClient(readFileSync(caddy.certificateFile, 'utf8'))
    await vi.waitFor(async () => expect((await get('/')).status).toBe(200), { timeout: 10_000 })
  })
  afterAll(async () => {
    client.close()
    await caddy.stop()
    for (const server of servers) server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const get = (path: string) => client.call(caddy.url + path)
  const post = (path: string, body: string) =>
    client.call(caddy.url + path, {
      method: 'POST',
      headers: { 'content-length': String(body.length) },
      body: Buffer.from(body),
    })

  test('a request goes to either instance, with no affinity', async () => {
    const seen = new Set<string>()
    for (let n = 0; n < 50; n++) seen.add((await get('/apply')).text)
    expect(seen).toEqual(new Set(['one', 'two']))
  })

  test('published files are served as immutable, even if no instance has them', async () => {
    writeFileSync(join(assets, '_next/static/chunks/old.js'), '"old build"')
    for (let n = 0; n < 4; n++) {
      const { status, text, headers } = await get('/_next/static/chunks/old.js')
      expect({ status, text }).toEqual({ status: 200, text: '"old build"' })
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringContaining('javascript'),
        'x-content-type-options': 'nosniff',
      })
    }
    expect(['one', 'two']).toContain((await get('/_next/static/chunks/unpublished.js')).text)
    expect((await get('/_next/static/../../Caddyfile')).text).not.toContain('storage')
  })

  test('published files are compressed for a browser that accepts it', async () => {
    const script = `"${'long '.repeat(1_000)}"`
    writeFileSync(join(assets, '_next/static/chunks/long.js'), script)
    const { headers, text } = await client.call(`${caddy.url}/_next/static/chunks/long.js`, {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(headers['content-encoding']).toBe('gzip')
    expect(text.length).toBeLessThan(script.length / 10)
  })

  test('when an instance drops a request that it has read, the other serves pages, and a delivery fails fast with a 502', async () => {
    handlers[0] = (request) => void request.resume().once('end', () => request.socket.destroy())
    for (let n = 0; n < 4; n++) expect(await get('/apply')).toMatchObject({ text: 'two' })
    const statuses = new Set<number>()
    for (let n = 0; n < 50; n++) {
      const { status, ms } = await post('/api/webhooks/verification', `event ${n}`)
      statuses.add(status)
      // The service retries it, and sooner if it doesn't have to wait.
      expect(ms).toBeLessThan(5_000)
    }
    expect(statuses).toEqual(new Set([200, 502]))
    handlers[0] = answer('one')
  })

  test('an instance that is draining gets no requests until it is ready again', async () => {
    ready[0] = false
    await vi.waitFor(
      async () => {
        const texts = [(await get('/')).text, (await get('/')).text, (await get('/')).text]
        expect(texts).toEqual(['two', 'two', 'two'])
      },
      { timeout: 5_000, interval: 100 },
    )
    ready[0] = true
    await vi.waitFor(async () => {
      expect([(await get('/')).text, (await get('/')).text].sort()).toEqual(['one', 'two'])
    }, 5_000)
  })

  test('when an instance dies without warning, the other serves pages immediately and deliveries within seconds', async () => {
    servers[0]?.closeAllConnections()
    servers[0]?.close()
    for (let n = 0; n < 4; n++) expect(await get('/apply')).toMatchObject({ text: 'two' })
    await vi.waitFor(
      async () => {
        for (let n = 0; n < 4; n++)
          expect(await post('/api/webhooks/verification', 'event')).toMatchObject({ status: 200 })
      },
      { timeout: 5_000, interval: 100 },
    )
  })
})

function answer(text: string): RequestListener {
  return (request, response) => {
    request.resume()
    response.end(text)
  }
}
