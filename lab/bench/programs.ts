// What benchmarks measure: the demo, and the least that a webhook handler can do.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Program, type ProgramOptions } from '../../scripts/program.ts'
import { ROOT } from '../../scripts/settings.ts'
import { bin, freePorts, NODE } from '../load/parts.ts'

/** For everything that a benchmark stores. The programs make it. */
export const FOLDER = join(tmpdir(), `bench-${process.pid}`)
const started: Program[] = []

export function launch(name: string, command: string[], options?: ProgramOptions): Program {
  const program = new Program(name, command, options)
  started.push(program)
  return program
}

export async function stopAll(): Promise<void> {
  for (const program of started.reverse()) await program.stop()
  rmSync(FOLDER, { recursive: true, force: true })
}

export interface Demo {
  url: string
  sandboxUrl: string
  databaseUrl: string
}

/** App, sandbox and database as `npm run demo` starts them, without history. */
export async function startDemo(variables: Record<string, string> = {}): Promise<Demo> {
  const [port, sandboxPort, databasePort] = await freePorts(3)
  const flags = ['--conditions=react-server', '--import', 'tsx']
  const demo = launch('demo', [NODE, ...flags, 'scripts/demo.ts', '--empty'], {
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATABASE_PORT: String(databasePort),
      DATA_DIR: FOLDER,
      ...variables,
    },
  })
  await demo.says(/^Ready\./)
  return {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    databaseUrl: `postgresql://postgres:postgres@127.0.0.1:${databasePort}/postgres?sslmode=disable`,
  }
}

/** An app of the same Next version. Next would take the project's own files for the last two. */
const BARE_APP = {
  'app/layout.js':
    'export default ({ children }) => <html lang="en"><body>{children}</body></html>\n',
  'app/api/bare/route.js': `export async function POST(request) {
  const body = await request.arrayBuffer()
  return Response.json({ bytes: body.byteLength })
}
`,
  'next.config.js': `export default { turbopack: { root: ${JSON.stringify(ROOT)} } }\n`,
  'instrumentation.js': 'export function register() {}\n',
  'proxy.js': `import { NextResponse } from 'next/server'
export const proxy = () => NextResponse.next()
export const config = { matcher: ['/((?!api/|_next/static).*)'] }
`,
}

/** @returns the URL of the handler, which only reads the body */
export async function startBareApp(): Promise<string> {
  // Inside the project, where its packages are found.
  const cwd = join(ROOT, '.data/lab-bare-app')
  rmSync(cwd, { recursive: true, force: true })
  for (const [file, text] of Object.entries(BARE_APP)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true })
    writeFileSync(join(cwd, file), text)
  }
  const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' }
  await launch('build', [NODE, bin('next'), 'build'], { cwd, env }).succeed()
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}/api/bare`
  const command = [NODE, bin('next'), 'start', '-p', String(port), '-H', '127.0.0.1']
  // A GET of it is answered with 405.
  await launch('bare', command, { cwd, env }).answers(url)
  return url
}
