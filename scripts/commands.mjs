// Every npm command: its group, its file, one line of help, and its options in the form of node:util's parseArgs.
// `npm run help` prints this table, and scripts/bootstrap.mjs refuses options that it doesn't list.
import { parseArgs } from 'node:util'

const flag = (does) => ({ type: 'boolean', does })
const text = (does) => ({ type: 'string', does })
const RESET = { reset: flag('start over with empty data') }

/** In the order of `npm run help`. */
export const GROUPS = {
  run: 'see it work',
  check: 'change it safely',
  own: 'make it yours and operate it',
  prove: 'benchmarks and long tests; each takes minutes',
}

/**
 * `args` names the positional arguments. `passesOn` marks a command that passes its arguments to a tool, which refuses
 * unknown ones. `usesApp` marks a command that imports the app's server code.
 */
export const COMMANDS = {
  demo: {
    group: 'run',
    file: 'scripts/demo.ts',
    does: 'build and start everything, with sample staff',
    options: {
      ...RESET,
      lan: flag('also listen on the local network, for a phone'),
      empty: flag('start without the two weeks of inquiries that a new demo has'),
    },
  },
  dev: {
    group: 'run',
    file: 'scripts/dev.ts',
    does: 'start everything with hot reload',
    options: RESET,
  },
  doctor: {
    group: 'run',
    file: 'scripts/doctor/main.ts',
    usesApp: true,
    does: "find what's wrong with the environment, database, service or app, and how to fix it",
    options: {
      open: flag('also open an inquiry, to find out whether the template is published'),
      delivery: text('explain why a captured delivery was rejected; a file with its raw body'),
      signature: text("that delivery's X-Service-Signature"),
      instance: {
        ...text('also check this instance behind the balancer; may be repeated'),
        multiple: true,
      },
    },
  },
  check: {
    group: 'check',
    file: 'scripts/check.ts',
    does: 'format, lint, import walls and cycles, types, migrations, dead code',
  },
  fix: { group: 'check', file: 'scripts/fix.ts', does: 'format, and apply the safe lint fixes' },
  test: {
    group: 'check',
    file: 'scripts/test.ts',
    does: 'all tests, or the unit tests of the given files or folders',
    args: '[path …]',
    options: { testNamePattern: { ...text('only the tests whose title matches'), short: 't' } },
  },
  e2e: {
    group: 'check',
    file: 'scripts/e2e.ts',
    does: 'the Playwright stories',
    args: "[Playwright's arguments]",
    passesOn: true,
  },
  conformance: {
    group: 'check',
    file: 'e2e/conformance/main.ts',
    does: 'check a service against the contract, clause by clause',
    args: '[options, see --help]',
    passesOn: true,
  },
  'db:migrate': {
    group: 'own',
    file: 'scripts/migrate.ts',
    does: 'apply the pending migrations',
  },
  'db:new': {
    group: 'own',
    file: 'scripts/new-migration.ts',
    does: 'write the next migration from prisma/schema.prisma, and warn about what would break a running build',
    args: '<name>',
  },
  'staff:invite': {
    group: 'own',
    file: 'scripts/invite-staff.ts',
    usesApp: true,
    does: 'invite an admin and print a one-time link',
    args: '<email> <name>',
  },
  'staff:e2e': {
    group: 'own',
    file: 'scripts/e2e-staff.ts',
    usesApp: true,
    does: 'create the three staff accounts that the stories use on a real service',
    args: '<domain>',
  },
  'staff:recover': {
    group: 'own',
    file: 'scripts/recover-staff.ts',
    usesApp: true,
    does: 'print a one-time link that lets this member of staff sign in again',
    args: '<email>',
  },
  'audit:verify': {
    group: 'own',
    file: 'scripts/verify-audit.ts',
    usesApp: true,
    does: 'verify the hash chain of the audit trail, and name the first broken entry',
    options: { head: text('also check that the chain contains this logged head, <number>:<hash>') },
  },
  retention: {
    group: 'own',
    file: 'scripts/retention.ts',
    usesApp: true,
    does: 'delete what is past its retention period',
    options: {
      'dry-run': flag('only count'),
    },
  },
  applicant: {
    group: 'own',
    file: 'scripts/applicant.ts',
    usesApp: true,
    does: 'export or erase what is stored about one applicant',
    args: 'export|erase <id of an inquiry>',
    options: { 'dry-run': flag('only count what an erasure would remove') },
  },
  build: {
    group: 'own',
    file: 'scripts/build-standalone.ts',
    does: 'build the folder to deploy, .next/standalone',
  },
  bench: {
    group: 'prove',
    file: 'lab/bench/main.ts',
    does: 'run one benchmark and compare it with its baseline',
    args: '<name>',
    options: {
      rows: text('rows per table for `growth` (10000000)'),
      filled: text(
        'the URL of a server whose databases `few` and `many` an earlier `growth` filled',
      ),
    },
  },
  'crash-test': {
    group: 'prove',
    file: 'lab/crash-test/main.ts',
    does: 'kill every process under load and count what was lost',
    options: {
      kills: text('number of kills (30)'),
      database: text('embedded or postgres (embedded)'),
      instances: text('number of app processes (1)'),
      rate: text('applications per second (4)'),
      'false-approvals': text('share of declined customers with a forged approval (0.2)'),
      seed: text('the same seed makes the same choices'),
    },
  },
  'deployment-test': {
    group: 'prove',
    file: 'lab/deployment-test/main.ts',
    does: 'restart two deployed instances under load, or roll between different builds',
    options: {
      'keep-build': flag('use the existing build'),
      rolls: text('behind Caddy, replace both instances with another build this many times'),
      minutes: text('start no roll after this many minutes (30)'),
      rows: text('inquiries in the database during the rolls (1000000)'),
      builds: text('folder with the builds of an earlier run; created if missing'),
    },
  },
  'failover-test': {
    group: 'prove',
    file: 'lab/failover-test/main.ts',
    does: 'replace the primary database under load and count what was lost',
    options: {
      switchovers: text('number of planned switchovers (15)'),
      kills: text('number of kills of the primary (15)'),
      rate: text('applications per second (2)'),
      seed: text('the same seed makes the same choices'),
    },
  },
  mutation: {
    group: 'prove',
    file: 'lab/mutation/main.ts',
    does: 'change the core in small ways and count the changes that no test catches',
    args: '[verification | inquiries | a file in one …]',
    options: { concurrency: text('number of mutants at once') },
  },
  screenshots: {
    group: 'prove',
    file: 'scripts/screenshots.ts',
    does: 'take a picture of every screen, or compare with the approved ones',
    args: '[folder]',
    options: {
      compare: flag('fail if a screen differs from its approved picture'),
      approve: flag('replace the approved pictures with the current screens'),
    },
  },
}

/**
 * Parses the arguments of a command.
 * @param {string} name
 * @param {string[]} args
 * @returns {{ values: Record<string, string | boolean | undefined>, positionals: string[] }}
 * @throws TypeError, whose message is one line and names the argument
 */
export function parseCommand(name, args) {
  const { options = {}, args: positional } = COMMANDS[name]
  try {
    const { values, positionals } = parseArgs({
      args,
      options,
      strict: true,
      allowPositionals: positional !== undefined,
    })
    return { values, positionals }
  } catch (error) {
    const [reason] = error.message.split('. ')
    throw new TypeError(`${reason.replace(/\.$/, '')}.\n${usage(name)}`)
  }
}

/** The usage line of a command, with its options. */
export function usage(name) {
  const { does, args, options = {} } = COMMANDS[name]
  const call = name === 'test' ? 'npm test' : `npm run ${name}`
  const hasArguments = args !== undefined || Object.keys(options).length > 0
  const lines = Object.entries(options).map(([option, { type, does: effect }]) => {
    const label = type === 'string' ? `--${option} <value>` : `--${option}`
    return `  ${label.padEnd(28)}${effect}`
  })
  return [`${call}${hasArguments ? ' --' : ''}${args ? ` ${args}` : ''}: ${does}`, ...lines].join(
    '\n',
  )
}

/** All commands, by group. */
export function help() {
  const sections = Object.entries(GROUPS).map(([group, purpose]) => {
    const commands = Object.entries(COMMANDS)
      .filter(([, command]) => command.group === group)
      .map(([name, { does }]) => `  ${name.padEnd(18)}${does}`)
    return [`${group}: ${purpose}`, ...commands].join('\n')
  })
  return [
    'npm run <command>; npm run <command> -- --help shows its options.',
    ...sections,
    'The first command installs the packages. Ports and data: PORT, SANDBOX_PORT, DATABASE_PORT, DATA_DIR.',
  ].join('\n\n')
}
