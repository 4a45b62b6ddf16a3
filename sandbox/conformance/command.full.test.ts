// Runs `check` as a merchant would, without the control API.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createSandbox } from '../embed.ts'
import { freePort } from '../testing/machine.ts'
import { runCheck } from './command.ts'
import { readOptions } from './options.ts'
import { startProxy } from './planted/proxy.ts'
import type { Run } from './run.ts'
import { startRun } from './start.ts'
import { walk } from './walk.ts'

const TEMPLATE = 'c55875ad-1a82-4775-a188-3ca3658744d3'
const endpointSchema = z.object({ secret: z.string() })
const recordingSchema = z.object({ settings: z.record(z.string(), z.string()) }).strict()

const sandbox = createSandbox()
let baseUrl: string
let folder: string
/** Creates tenants in the sandbox. */
let suite: Run

beforeAll(async () => {
  baseUrl = await sandbox.listen()
  suite = await startRun(baseUrl, { control: `${baseUrl}/sandbox`, inquiry: [] }, () => {})
  folder = mkdtempSync(join(tmpdir(), 'check-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await suite.close()
  await sandbox.close()
})

async function run(
  args: string[],
  onSaid: (line: string) => void = () => {},
  variables: Record<string, string> = {},
) {
  const printed: string[] = []
  const said: string[] = []
  const terminal = {
    print: (text: string) => void printed.push(text),
    say(line: string) {
      said.push(line)
      onSaid(line)
    },
  }
  const startOwn = async () => {
    const own = createSandbox()
    return { baseUrl: await own.listen(), close: () => own.close() }
  }
  const exitCode = await runCheck(args, terminal, startOwn, variables)
  return { exitCode, stdout: printed.join('\n'), stderr: said.join('\n') }
}

/** The options of a merchant without a control API. */
function as({ apiKey, templateId }: { apiKey: string; templateId: string }, url = baseUrl) {
  return ['--base-url', url, '--api-key', apiKey, '--template', templateId]
}

const IN_ENVIRONMENT = {
  VERIFICATION_API_KEY: 'svc_live_x',
  VERIFICATION_WEBHOOK_SECRET: 'whsec_x',
}

describe.concurrent('check', () => {
  test('without options, checks its own sandbox', async () => {
    const { exitCode, stdout } = await run(['--only', 'O1'])
    expect(stdout).toContain('O1  pass')
    expect(exitCode).toBe(0)
  })

  test('deletes the tenants that it created', async () => {
    const controlled = createSandbox()
    const url = await controlled.listen()
    const tenants = () => controlled.control('GET', '/tenants')
    const before = await tenants()
    const { exitCode } = await run([
      ...['--base-url', url, '--control', `${url}/sandbox`, '--only', 'O3,A5'],
    ])
    expect(exitCode).toBe(0)
    expect(await tenants()).toEqual(before)
    await controlled.close()
  })

  test('writes its report as JSON, without the key', async () => {
    const file = join(folder, 'report.json')
    const { exitCode } = await run([...as(sandbox.credentials), '--only', 'S,D2', '--json', file])
    expect(exitCode).toBe(0)
    const report = readFileSync(file, 'utf8')
    expect(JSON.parse(report)).toMatchObject({
      gaps: expect.arrayContaining([
        expect.objectContaining({ id: 'N1', observed: ['status 200'] }),
      ]),
      sections: expect.arrayContaining([
        expect.objectContaining({
          clauses: expect.arrayContaining([
            expect.objectContaining({ id: 'S1', verdict: 'pass' }),
            expect.objectContaining({ id: 'S4', verdict: 'not reachable' }),
          ]),
        }),
      ]),
    })
    expect(report).not.toContain(sandbox.credentials.apiKey)
  })

  test('exits with 1 when a clause is broken', async () => {
    const wrong = await startProxy({
      async call(call, next) {
        const given = await next()
        return call.route === 'status' && given.status === 404 ? { ...given, status: 410 } : given
      },
    })
    const { exitCode, stdout } = await run([
      ...['--base-url', wrong.baseUrl, '--control', wrong.controlUrl, '--only', 'A5'],
    ])
    await wrong.stop()
    expect(stdout).toMatch(/A5 +FAIL.*\n.*expected 404, got 410/)
    expect(exitCode).toBe(1)
  })

  test('checks more clauses when given a decided inquiry', async () => {
    const tenant = await suite.createTenant()
    const inquiryId = await tenant.openCompleted('APPROVED')
    const given = ['--inquiry', inquiryId, '--only', 'S4,S5,D6,D7,D8,D9']
    const { exitCode, stdout } = await run([...as(tenant.credentials), ...given])
    expect(stdout).toContain('6 passed, 0 failed')
    expect(exitCode).toBe(0)
  })

  test('checks the events of an inquiry that a person completes during the run', async () => {
    const port = await freePort()
    const tenant = await suite.createTenant()
    const { json } = await tenant.tryEndpoint(`http://127.0.0.1:${port}/events`)
    const { secret } = endpointSchema.parse(json)
    const { exitCode, stdout, stderr } = await run(
      [
        ...as(tenant.credentials),
        '--listen',
        String(port),
        '--webhook-secret',
        secret,
        '--only',
        'W,D6',
      ],
      (line) => {
        const inquiryId = /hosted flow: (\S+)/.exec(line)?.[1]
        if (inquiryId === undefined) return
        void tenant.complete(inquiryId, 'APPROVED')
      },
    )
    expect(stderr).not.toContain('No event arrived')
    for (const clause of ['W1', 'W3', 'W4', 'W5', 'W6', 'W7', 'W9', 'D6'])
      expect(stdout).toMatch(new RegExp(`^  ${clause} +pass`, 'm'))
    expect(exitCode).toBe(0)
  })

  test('waits in real time for document URLs to expire with --wait', async () => {
    const tenant = await suite.createTenant()
    const inquiryId = await tenant.openCompleted('APPROVED')
    const walkD7 = async (...wait: string[]) => {
      const args = [...as(tenant.credentials), '--inquiry', inquiryId, ...wait]
      const options = readOptions(args, {}, () => {})
      if (!options) throw new Error('no options')
      const run = await startRun(baseUrl, options, () => {})
      run.sleep = (ms) => tenant.advance(ms / 1000)
      return walk(run, ['D7'])
    }
    const [unwaited] = (await walkD7()).sections.flatMap(({ clauses }) => clauses)
    expect(unwaited).toMatchObject({
      verdict: 'pass',
      unseen: [{ part: 'what comes after five minutes' }],
    })
    const waited = await walkD7('--wait')
    const [clause] = waited.sections.flatMap(({ clauses }) => clauses)
    expect(clause).toMatchObject({ verdict: 'pass', unseen: [] })
    expect(waited.gaps).toContainEqual(expect.objectContaining({ id: 'N18', observed: ['403'] }))
  })

  test('records one deployment’s gaps so that a sandbox behaves the same', async () => {
    const settings = { N1: 'open-202-status-200', N3: 'problem-json', N21: 'omitted', N23: '400' }
    const recordOf = async (seed: unknown) => {
      const deployed = createSandbox({ seed })
      const file = join(folder, `${crypto.randomUUID()}.json`)
      const only = ['--only', 'O1,O4,S1', '--record', file]
      await run([...as(deployed.credentials, await deployed.listen()), ...only])
      await deployed.close()
      return recordingSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    }
    const recorded = await recordOf({ settings })
    expect(recorded.settings).toMatchObject(settings)
    expect(await recordOf(recorded)).toEqual(recorded)
  })

  test.each([
    ['retries a 429 after its Retry-After', { 'retry-after': '1' }, 0, 'O1  pass'],
    // The header has whole seconds, so its date may pass before the limit ends.
    [
      'retries a 429 until a date is over',
      { 'retry-after': new Date().toUTCString() },
      0,
      'O1  pass',
    ],
    ['retries a 429 without Retry-After', {}, 0, 'O1  pass'],
    ['gives up when Retry-After is a year', { 'retry-after': '31536000' }, 2, 'O1  not reachable'],
  ])('%s', async (_, headers, expected, words) => {
    let requests = 0
    const limited = await startProxy({
      async call(call, next) {
        const given = await next()
        requests += call.route === 'open' ? 1 : 0
        if (call.route !== 'open' || requests < 2 || requests > 6) return given
        return { ...given, status: 429, headers }
      },
    })
    const { exitCode, stdout, stderr } = await run([
      ...['--base-url', limited.baseUrl, '--control', limited.controlUrl, '--only', 'O1'],
    ])
    await limited.stop()
    expect(stdout).toContain(words)
    expect(stderr.includes("won't take another request")).toBe(expected === 2)
    expect(exitCode).toBe(expected)
  })

  test.each([
    [['--frobnicate'], "Unknown option '--frobnicate'"],
    [['--only'], '--only needs a value. See --help.'],
    [['--base-url', 'example.com'], '--base-url must be a URL'],
    [
      ['--base-url', 'http://localhost:9'],
      'Add --template, and set VERIFICATION_API_KEY in the environment',
    ],
    [
      ['--base-url', 'http://localhost:9/api/v1', '--control', 'http://localhost:9/sandbox'],
      'without /api/v1',
    ],
    [['--api-key', 'x', '--template', TEMPLATE], 'Add --base-url'],
    [['--base-url', 'http://localhost:9', '--api-key', 'x'], 'Add --template'],
    [['--template', 'mine'], '--template must be a UUID'],
    [['--listen', '8080'], 'Set VERIFICATION_WEBHOOK_SECRET in the environment'],
    [['--webhook-secret', 'whsec_x'], 'Add --listen'],
    [['--only', 'Z1'], '--only must be clauses'],
    [['--base-url', 'http://localhost:9', '--control', 'http://localhost:9/x'], 'Is it running'],
  ])('%j says what to do next', async (args, advice) => {
    const { exitCode, stderr } = await run(args)
    expect(stderr).toContain(advice)
    expect(exitCode).toBe(2)
  })

  test('a key on the command line is used with a warning, and one in the environment without', async () => {
    const tenant = await suite.createTenant()
    const { apiKey, templateId } = tenant.credentials
    const given = await run([...as(tenant.credentials), '--only', 'O1'])
    expect(given.stderr).toContain('Warning: --api-key shows the secret to everybody')
    const args = ['--base-url', baseUrl, '--template', templateId, '--only', 'O1']
    const set = await run(args, undefined, { VERIFICATION_API_KEY: apiKey })
    expect(set.stderr).not.toContain('Warning')
    for (const { exitCode, stdout } of [given, set]) {
      expect(stdout).toContain('O1  pass')
      expect(exitCode).toBe(0)
    }
  })

  test('ignores the app’s own variables in the shell where no key or secret is asked for', async () => {
    const { exitCode } = await run(['--only', 'O1'], undefined, IN_ENVIRONMENT)
    expect(exitCode).toBe(0)
  })

  test('a wrong key is a command-line error, not a broken clause', async () => {
    const wrong = { apiKey: 'svc_live_wrong', templateId: TEMPLATE }
    const { exitCode, stderr } = await run(as(wrong))
    expect(stderr).toContain('does not know this key')
    expect(exitCode).toBe(2)
  })
})
