// `npm run demo`: builds and starts everything. Ctrl-C or SIGTERM stops it all. An error prints one line and exits with 1.
// `-- --reset` starts over; `-- --lan` also serves the local network, for a demo on a phone.
// A new demo starts with two weeks of inquiries; `-- --empty` leaves them out.
import { networkInterfaces } from 'node:os'
import { DEMO_PASSWORD, DEMO_USERS } from '../prisma/demo-users.ts'
import { readOptions } from './options.ts'
import { runStack } from './run-stack.ts'
import type { Settings } from './settings.ts'

const { values } = readOptions('demo')
await runStack({
  mode: 'production',
  reset: values.reset === true,
  withHistory: values.empty !== true,
  publicHost: values.lan ? requireLanAddress() : undefined,
  describe: readyBox,
})

function requireLanAddress(): string {
  const address = Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .find(({ family, internal }) => family === 'IPv4' && !internal)
  if (address) return address.address
  console.error("This machine isn't on a network: connect it, or leave out --lan.")
  process.exit(1)
}

function readyBox({ env, port, sandboxPort, startsSandbox, publicHost }: Settings): string {
  const lines = [
    ...(startsSandbox ? [['Start here', `http://${publicHost}:${port}/demo`]] : []),
    ['Storefront', `http://${publicHost}:${port}`],
    ['Staff sign-in', `http://${publicHost}:${port}/admin/sign-in`],
    ...DEMO_USERS.map(({ email, role }) => ['', `${email}  (${role.toLowerCase()})`]),
    ['', `password: ${DEMO_PASSWORD}`],
    [
      startsSandbox ? 'Service portal' : 'Service',
      startsSandbox ? `http://${publicHost}:${sandboxPort}/portal` : env.VERIFICATION_BASE_URL,
    ],
    // The sandbox seeds this account. Written out here, because nothing may import the sandbox.
    ...(startsSandbox ? [['', 'portal@example.com, password: sandbox-portal']] : []),
  ].map(([label = '', value = '']) => `${label.padEnd(16)}${value}`)
  const width = Math.max(...lines.map((line) => line.length))
  const rule = '─'.repeat(width + 4)
  return [
    `┌${rule}┐`,
    ...lines.map((line) => `│  ${line.padEnd(width)}  │`),
    `└${rule}┘`,
    ...(publicHost === 'localhost'
      ? []
      : [
          'Anyone on this network can sign in with these passwords. Stop the demo when you are done.',
        ]),
    'Ready. Ctrl-C stops everything.',
  ].join('\n')
}
