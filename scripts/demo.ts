// `npm run demo`: everything, from nothing, on this machine; `-- --reset` begins again.
// Ctrl-C or SIGTERM ends all of it. What goes wrong is one clear line and exit 1, and nothing is damaged.
import { DEMO_PASSWORD, DEMO_USERS } from '../prisma/demo-users.ts'
import { runStack } from './run-stack.ts'
import type { Settings } from './settings.ts'

await runStack({
  mode: 'production',
  reset: process.argv.includes('--reset'),
  describe: readyBox,
})

function readyBox({ env, port, sandboxPort, startsSandbox }: Settings): string {
  const lines = [
    ['Storefront', `http://localhost:${port}`],
    ['Staff sign-in', `http://localhost:${port}/admin/sign-in`],
    ...DEMO_USERS.map(({ email, role }) => ['', `${email}  (${role.toLowerCase()})`]),
    ['', `password: ${DEMO_PASSWORD}`],
    [
      startsSandbox ? 'Service portal' : 'Service',
      startsSandbox ? `http://localhost:${sandboxPort}/portal` : env.VERIFICATION_BASE_URL,
    ],
    // The sandbox seeds it; nothing here may import the sandbox.
    ...(startsSandbox ? [['', 'portal@example.com, password: sandbox-portal']] : []),
  ].map(([label = '', value = '']) => `${label.padEnd(16)}${value}`)
  const width = Math.max(...lines.map((line) => line.length))
  const rule = '─'.repeat(width + 4)
  return [
    `┌${rule}┐`,
    ...lines.map((line) => `│  ${line.padEnd(width)}  │`),
    `└${rule}┘`,
    'Ready. Ctrl-C stops everything.',
  ].join('\n')
}
