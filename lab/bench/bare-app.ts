// The baseline: an app with one handler that does nothing else.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Program } from '../../scripts/program.ts'
import { ROOT } from '../../scripts/settings.ts'
import { bin, freePorts, NODE, ProgramPart } from '../load/parts.ts'

/** An app of the same Next version. Without its own last two files, Next would use the project's. */
const BARE_APP = {
  'app/layout.js':
    'export default ({ children }) => <html lang="en"><body>{children}</body></html>\n',
  'app/api/bare/route.js': `export const GET = (request) => Response.json({ host: request.headers.get('host') })
export async function POST(request) {
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

/** @returns the URL of a handler that only reads a POST's body, and only answers a GET */
export async function startBareApp(): Promise<string> {
  // The folder is inside the project, so that Node finds the packages.
  const cwd = join(ROOT, '.data/lab-bare-app')
  rmSync(cwd, { recursive: true, force: true })
  for (const [file, text] of Object.entries(BARE_APP)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true })
    writeFileSync(join(cwd, file), text)
  }
  const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' }
  await new Program('build', [NODE, bin('next'), 'build'], { cwd, env }).succeed()
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}/api/bare`
  const command = [NODE, bin('next'), 'start', '-p', String(port), '-H', '127.0.0.1']
  await new ProgramPart(
    'bare',
    () => ({ command, cwd, env }),
    (program) => program.answers(url),
  ).start()
  return url
}
