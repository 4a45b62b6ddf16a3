// What a benchmark measures: the demo, and for comparison a Next app that only reads the body.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Program, type ProgramOptions, ROOT } from '../load/processes.ts'
import { freePorts } from '../load/stack.ts'

const NEXT = join(ROOT, 'node_modules/.bin/next')

const folders: string[] = []
const started: Program[] = []

/** A folder that is removed with the benchmark. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  folders.push(folder)
  return folder
}

export async function launch(options: Omit<ProgramOptions, 'folder'>): Promise<void> {
  const program = new Program({ ...options, folder: newFolder() })
  started.push(program)
  await program.start()
}

export async function stopAll(): Promise<void> {
  for (const program of started.reverse()) await program.end('SIGTERM')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

export interface Demo {
  url: string
  sandboxUrl: string
  databaseUrl: string
}

/** App, sandbox and database as `npm run demo` starts them, without history. */
export async function startDemo(env: Record<string, string> = {}): Promise<Demo> {
  const [port, sandboxPort, databasePort] = await freePorts(3)
  await launch({
    name: 'demo',
    command: ['npm', 'run', 'demo', '--', '--empty'],
    env: {
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATABASE_PORT: String(databasePort),
      DATA_DIR: newFolder(),
      ...env,
    },
    ready: /^Ready\./m,
  })
  return {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    databaseUrl: `postgresql://postgres:postgres@127.0.0.1:${databasePort}/postgres?sslmode=disable`,
  }
}

/** The least that a webhook handler can do, in an app of the same Next version. Next would take the project's own files for the last two. */
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

/** @returns the URL of the handler */
export async function startBareApp(): Promise<string> {
  // Inside the project, where its packages are found.
  const cwd = join(ROOT, '.data/lab-bare-app')
  rmSync(cwd, { recursive: true, force: true })
  for (const [file, text] of Object.entries(BARE_APP)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true })
    writeFileSync(join(cwd, file), text)
  }
  const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  const program = { cwd: () => cwd, env }
  const folder = newFolder()
  await new Program({ ...program, name: 'build', folder, command: [NEXT, 'build'] }).run()
  const [port] = await freePorts(1)
  const command = [NEXT, 'start', '-p', String(port), '-H', '127.0.0.1'] as const
  await launch({ ...program, name: 'bare', command, ready: /Ready in/ })
  return `http://localhost:${port}/api/bare`
}
