import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type BundledSandbox, startBundledSandbox } from './bundled-sandbox.ts'
import { runCommand } from './command.ts'
import { readOptions } from './options.ts'
import { startPlantedSandbox } from './planted/planted-sandbox.ts'
import { setStage } from './stage.ts'
import { walk } from './walk.ts'

const TEMPLATE = 'c55875ad-1a82-4775-a188-3ca3658744d3'

let sandbox: BundledSandbox
let folder: string

beforeAll(async () => {
  sandbox = await startBundledSandbox()
  folder = mkdtempSync(join(tmpdir(), 'conformance-command-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await sandbox.stop()
})

interface Ended {
  exitCode: number
  stdout: string
  stderr: string
}

/** Runs the command until it exits. @param onSaid is called with each line on stderr. */
async function run(args: string[], onSaid: (line: string) => void = () => {}): Promise<Ended> {
  const printed: string[] = []
  const said: string[] = []
  const exitCode = await runCommand(args, {
    print: (text) => printed.push(text),
    say(line) {
      said.push(line)
      onSaid(line)
    },
  })
  return { exitCode, stdout: printed.join('\n'), stderr: said.join('\n') }
}

/** The options of a merchant, who has no control API. */
function asMerchant(baseUrl = sandbox.baseUrl): string[] {
  const { apiKey, templateId } = sandbox.credentials
  return ['--base-url', baseUrl, '--api-key', apiKey, '--template', templateId]
}

/** Does through the control API what takes a person at the real service. */
async function control(path: string, body: object): Promise<unknown> {
  const response = await fetch(sandbox.controlUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBeLessThan(300)
  return response.json()
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}

const recordingSchema = z.object({ settings: z.record(z.string(), z.string()) }).strict()
const tenantSchema = z.object({
  tenantId: z.string(),
  apiKey: z.string(),
  templateId: z.string(),
  endpoint: z.object({ secret: z.string() }),
})
const reportSchema = z.object({
  baseUrl: z.string(),
  requests: z.number(),
  gaps: z.array(z.object({ id: z.string(), observed: z.array(z.string()) })),
  sections: z.array(
    z.object({ clauses: z.array(z.object({ id: z.string(), verdict: z.string() })) }),
  ),
})

describe.concurrent('npm run conformance', () => {
  test('without options checks the bundled sandbox', async () => {
    const { exitCode, stdout } = await run(['--only', 'O1'])
    expect(exitCode).toBe(0)
    expect(stdout).toContain('O1  pass')
  })

  test('writes its report as JSON', async () => {
    const file = join(folder, 'report.json')
    const { exitCode } = await run([...asMerchant(), '--only', 'S,D2', '--json', file])
    expect(exitCode).toBe(0)
    const report = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    const verdicts = report.sections.flatMap(({ clauses }) => clauses)
    expect(verdicts).toContainEqual(expect.objectContaining({ id: 'S1', verdict: 'pass' }))
    expect(verdicts).toContainEqual(expect.objectContaining({ id: 'S4', verdict: 'not reachable' }))
    expect(report.gaps).toContainEqual(
      expect.objectContaining({ id: 'N1', observed: ['status 200'] }),
    )
    expect(readFileSync(file, 'utf8')).not.toContain(sandbox.credentials.apiKey)
  })

  test('exits with 1 when a clause is broken', async () => {
    const wrong = await startPlantedSandbox([
      {
        find: "status: 404,\n  code: 'INQUIRY_NOT_FOUND'",
        replace: "status: 410,\n  code: 'GONE'",
      },
    ])
    const { exitCode, stdout } = await run([...asMerchant(wrong.baseUrl), '--only', 'A5'])
    await wrong.stop()
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/A5 +FAIL.*\n.*expected 404, got 410/)
  })

  test('checks more clauses when given a decided inquiry', async () => {
    const tenant = tenantSchema.parse(
      await control('/tenants', { webhookUrl: 'https://merchant.example/events' }),
    )
    const inquiryId = await openAs(tenant)
    await control(`/inquiries/${inquiryId}/complete`, { outcome: 'APPROVED' })
    const { baseUrl } = sandbox
    const key = ['--api-key', tenant.apiKey, '--template', tenant.templateId]
    const only = ['--only', 'S4,S5,D6,D7,D8,D9']
    const { exitCode, stdout } = await run([
      '--base-url',
      baseUrl,
      ...key,
      '--inquiry',
      inquiryId,
      ...only,
    ])
    expect(stdout).toContain('6 passed, 0 failed')
    expect(exitCode).toBe(0)
  })

  test('checks the events of an inquiry that a person completes during the run', async () => {
    const port = await freePort()
    const webhookUrl = `http://127.0.0.1:${port}/events`
    const { apiKey, templateId, endpoint } = tenantSchema.parse(
      await control('/tenants', { webhookUrl }),
    )
    let completed: Promise<unknown> | null = null
    const { exitCode, stdout, stderr } = await run(
      [
        ...['--base-url', sandbox.baseUrl, '--api-key', apiKey, '--template', templateId],
        ...['--listen', String(port), '--webhook-secret', endpoint.secret, '--only', 'W,D6'],
      ],
      (text) => {
        const inquiryId = /hosted flow: (\S+)/.exec(text)?.[1]
        if (inquiryId === undefined) return
        completed ??= control(`/inquiries/${inquiryId}/complete`, { outcome: 'APPROVED' })
      },
    )
    await completed
    expect(stderr).not.toContain('No event arrived')
    for (const clause of ['W1 ', 'W3 ', 'W4 ', 'W5 ', 'W6 ', 'W7 ', 'W9 ', 'D6 ']) {
      expect(stdout).toMatch(new RegExp(`^  ${clause} *pass`, 'm'))
    }
    expect(exitCode).toBe(0)
  })

  test('waits in real time for document URLs to expire with --wait', async () => {
    const tenant = tenantSchema.parse(
      await control('/tenants', { webhookUrl: 'https://merchant.example/events' }),
    )
    const inquiryId = await openAs(tenant)
    await control(`/inquiries/${inquiryId}/complete`, { outcome: 'APPROVED' })
    const { baseUrl } = sandbox
    const key = ['--api-key', tenant.apiKey, '--template', tenant.templateId]
    const walkD7 = async (...wait: string[]) => {
      const args = ['--base-url', baseUrl, ...key, '--inquiry', inquiryId, '--only', 'D7', ...wait]
      const { tenantId } = tenant
      const { stage, close } = await setStage(
        { ...readOptions(args), baseUrl },
        () => {},
        (ms) => control('/clock/advance', { seconds: ms / 1000, tenantId }),
      )
      const report = await walk(stage, ['D7'])
      await close()
      return report
    }
    const [unwaited] = clausesOf(await walkD7())
    expect(unwaited).toMatchObject({
      verdict: 'pass',
      unseen: [{ part: 'they expire after five minutes' }],
    })
    const waited = await walkD7('--wait')
    expect(clausesOf(waited)).toMatchObject([{ verdict: 'pass', violation: null, unseen: [] }])
    expect(waited.gaps).toContainEqual(expect.objectContaining({ id: 'N18', observed: ['403'] }))
  })

  test('records one deployment’s gaps so that a sandbox behaves the same', async () => {
    const settings = { N1: 'open-202-status-200', N3: 'problem-json', N21: 'omitted', N23: '400' }
    const real = await startPlantedSandbox([], settings)
    const file = join(folder, 'recorded.json')
    const { exitCode } = await run([
      ...asMerchant(real.baseUrl),
      '--only',
      'O1,O4,S1',
      '--record',
      file,
    ])
    await real.stop()
    expect(exitCode).toBe(0)
    const recorded = recordingSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    expect(recorded.settings).toMatchObject(settings)
    expect(readFileSync(file, 'utf8')).not.toContain(sandbox.credentials.apiKey)
    const alike = await startBundledSandbox({ SANDBOX_SEED: file })
    const again = join(folder, 'again.json')
    await run([...asMerchant(alike.baseUrl), '--only', 'O1,O4,S1', '--record', again])
    await alike.stop()
    const { settings: repeated } = recordingSchema.parse(JSON.parse(readFileSync(again, 'utf8')))
    expect(repeated).toEqual(recorded.settings)
  })

  test('retries a 429 after its Retry-After', async () => {
    const limited = await startPlantedSandbox([
      { find: 'DEFAULT_RATE_LIMIT_PER_MINUTE = 60', replace: 'DEFAULT_RATE_LIMIT_PER_MINUTE = 2' },
      { find: 'const WINDOW_MS = 60_000', replace: 'const WINDOW_MS = 1_000' },
    ])
    const { exitCode, stdout } = await run([...asMerchant(limited.baseUrl), '--only', 'O1,D5'])
    await limited.stop()
    expect(stdout).toContain('2 passed')
    expect(stdout).toContain('Retry-After in seconds')
    expect(exitCode).toBe(0)
  })

  test('gives up when Retry-After is a year', async () => {
    const limited = await startPlantedSandbox(
      [
        {
          find: 'DEFAULT_RATE_LIMIT_PER_MINUTE = 60',
          replace: 'DEFAULT_RATE_LIMIT_PER_MINUTE = 2',
        },
      ],
      { N17: 'a-year' },
    )
    const { exitCode, stderr } = await run(asMerchant(limited.baseUrl))
    await limited.stop()
    expect(stderr).toContain("won't take another request for 31536000 s")
    expect(exitCode).toBe(2)
  })

  test.each([
    [['--frobnicate'], "Unknown option '--frobnicate'"],
    [['--base-url', 'example.com'], '--base-url must be a URL'],
    [['--base-url', 'http://localhost:9'], 'Add --api-key and --template'],
    [['--api-key', 'x', '--template', TEMPLATE], 'Add --base-url'],
    [['--base-url', 'http://localhost:9', '--api-key', 'x'], 'Add --template'],
    [['--template', 'mine'], '--template must be a UUID'],
    [['--listen', '8080'], 'Add --webhook-secret'],
    [['--webhook-secret', 'whsec_x'], 'Add --listen'],
    [['--only', 'Z1'], '--only must be clauses'],
    [
      ['--base-url', 'http://localhost:9', '--control', 'http://localhost:9/sandbox'],
      'Is it running',
    ],
  ])('%j says what to do next', async (args, advice) => {
    const { exitCode, stderr } = await run(args)
    expect(stderr).toContain(advice)
    expect(exitCode).toBe(2)
  })

  test('a wrong key is a command-line error, not a broken clause', async () => {
    const wrong = ['--api-key', 'svc_live_wrong', '--template', TEMPLATE]
    const { exitCode, stderr } = await run(['--base-url', sandbox.baseUrl, ...wrong])
    expect(stderr).toContain('does not know this key')
    expect(exitCode).toBe(2)
  })
})

function clausesOf({ sections }: Awaited<ReturnType<typeof walk>>) {
  return sections.flatMap(({ clauses }) => clauses)
}

async function openAs({ apiKey, templateId }: z.infer<typeof tenantSchema>): Promise<string> {
  const response = await fetch(`${sandbox.baseUrl}/api/v1/customer/inquiries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ inquiryTemplateId: templateId }),
  })
  return z.object({ inquiryId: z.string() }).parse(await response.json()).inquiryId
}
