// Sends an endless body to every route that the app has. Each must stop reading at its limit.
import { beforeEach, expect, test } from 'vitest'
import { MAX_PICTURE_BYTES } from './flow/flow-protocol.ts'
import type { Sandbox } from './index.ts'
import { DEMO_TENANT } from './scenario/seed.ts'
import { setUp } from './testing/merchant.ts'
import { operatorOf } from './testing/operator.ts'

const MIB = 1024 * 1024
const CHUNK_BYTES = 64 * 1024
const UPLOAD = '/flow/api/pictures/:capability'
const MAX_BYTES = 1.25 * MIB
const MAX_UPLOAD_BYTES = 2 * MAX_PICTURE_BYTES + MIB
const ENDLESS_BYTES = 24 * MIB

let sandbox: Sandbox
let inquiryId: string
let credentials: Record<string, string>
beforeEach(async () => {
  const scene = setUp()
  ;({ sandbox } = scene)
  const { tenants } = sandbox.store
  tenants.put({ ...tenants.require(DEMO_TENANT.id), rateLimitPerMinute: null })
  inquiryId = await scene.merchant.openedId()
  credentials = {
    'x-api-key': DEMO_TENANT.apiKey,
    authorization: `Bearer ${inquiryId}`,
    origin: 'http://localhost',
    cookie: (await operatorOf(sandbox)).cookie(),
  }
})

/** The routes that accept a body. A route for several methods is tried with POST. */
function routesWithBodies(): [method: string, path: string][] {
  const routes = sandbox.app.routes.filter(({ method }) => method !== 'GET')
  const lines = routes.map(({ method, path }) => `${method.replace('ALL', 'POST')} ${path}`)
  return [...new Set(lines)].map((line) => {
    const [method = '', path = ''] = line.split(' ')
    return [method, path]
  })
}

/** An endless body, and a counter of the bytes that were read from it. */
function endlessBody(text: string) {
  const chunk = Buffer.from(text.repeat(Math.ceil(CHUNK_BYTES / text.length)))
  let readBytes = 0
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (readBytes >= ENDLESS_BYTES) return controller.close()
        readBytes += chunk.byteLength
        controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, readBytes: () => readBytes }
}

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const BODIES = [
  [JSON_TYPE, ' '],
  [FORM, 'a=1&'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n',
  ],
] as const

test.each(BODIES)(
  'no route reads an endless body as %s to its end',
  async (type, text) => {
    const routes = routesWithBodies()
    expect(routes.length).toBeGreaterThan(60)
    const tooMuch: string[] = []
    for (const [method, path] of routes) {
      const limitBytes = path === UPLOAD ? MAX_UPLOAD_BYTES : MAX_BYTES
      const target = path
        .replace(':capability', 'PASSPORT_SCAN')
        .replaceAll(':inquiryId', inquiryId)
        .replaceAll(':tenantId', DEMO_TENANT.id)
        .replaceAll(':endpointId', DEMO_TENANT.endpointId)
        .replaceAll(/:\w+/g, 'x')
        .replaceAll('*', 'x')
      const body = endlessBody(text)
      const init = {
        method,
        body: body.stream,
        duplex: 'half',
        headers: { ...credentials, 'content-type': type },
      }
      await sandbox.app.request(`http://localhost${target}`, init)
      if (body.readBytes() > limitBytes)
        tooMuch.push(`${method} ${path}: ${body.readBytes() / MIB} MiB`)
    }
    expect(tooMuch).toEqual([])
  },
  60_000,
)
