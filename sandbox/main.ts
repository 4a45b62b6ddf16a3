// The command and the process's entry point. It starts a sandbox, works with a running one while you develop a receiver, or checks
// a service or a receiver. In a clone, `node sandbox/bin.mjs` bundles and runs it.
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { listen } from './cli/listen.ts'
import { followWire, wireLine } from './cli/sandbox-client.ts'
import { trigger } from './cli/trigger.ts'
import { argumentProblem, readSecret, type Variables } from './conformance/arguments.ts'
import manifest from './package.json' with { type: 'json' }
import { fail, parseSandboxEnvironment, runServer, START_OPTIONS } from './server.ts'

const USAGE = `Usage: verification-sandbox [command] [options]

  start (the default)          runs a sandbox
    --port 4000                0 picks a free port
    --host 127.0.0.1
    --data-dir .data           where its state is kept
    --webhook-url URL          where the seeded tenant's events go
    --merchant-url URL         the seeded tenant's app, for the presenter's console at /guide
    --seed FILE                initial tenants and gap settings
  listen --forward-to URL      sends events to a receiver and prints a line for each attempt
  trigger EVENT                sends inquiry.approved, inquiry.review_in_progress or inquiry.declined
    --reference R              the inquiry's merchant reference
    --fault KIND               breaks the delivery, for example: duplicate, flip-byte, slow
    --template UUID            opens from this template instead of the tenant's first
  tail                         prints every request and every delivery as it happens
  check [--base-url URL …]     checks the contract clause by clause, against any deployment; check --help
  battery --url URL            sends a receiver what has broken receivers; battery --help

  listen, trigger and tail use the sandbox at --sandbox URL, or at --port of this machine (default 4000).
  listen and trigger act for the seeded tenant, or for the tenant of the key in SANDBOX_API_KEY.
  Keys and secrets go into the environment, because everybody on a machine can see its command lines.
  Every start option is also an environment variable; see README.md.
  --version prints the version.
`

async function runCommand(args: readonly string[], variables: Variables): Promise<void> {
  const [first, ...rest] = args
  if (first === 'check' || first === 'battery') {
    process.exitCode = await examine(first, rest, variables)
    return
  }
  const { values, positionals } = readArguments(args)
  const [command = 'start', ...operands] = positionals
  const event = command === 'trigger' ? operands.shift() : undefined
  if (values.help || values.version) {
    process.stdout.write(values.help ? USAGE : `${manifest.version}\n`)
    return
  }
  const [extra] = operands
  if (extra !== undefined) fail(`Unexpected argument '${extra}'. See --help.`, 2)
  if (command === 'start') return start(values, variables)
  const { sandbox, port, 'forward-to': forwardTo } = values
  if (sandbox !== undefined) requireHttpUrl('sandbox', sandbox)
  const sandboxUrl = sandbox?.replace(/\/$/, '') ?? sandboxHere(port || variables.SANDBOX_PORT)
  const warn = (line: string) => void process.stderr.write(`sandbox: ${line}\n`)
  const keyOf = () => readSecret(['--key', values.key], 'SANDBOX_API_KEY', variables, warn)
  switch (command) {
    case 'listen': {
      if (forwardTo === undefined) fail('listen needs --forward-to URL.', 2)
      requireHttpUrl('forward-to', forwardTo)
      const isNamed = sandbox !== undefined || port !== undefined
      return listen(sandboxUrl, isNamed, forwardTo, keyOf())
    }
    case 'trigger': {
      const reference = values.reference ?? `trigger-${randomUUID().slice(0, 8)}`
      const { fault, template: templateId } = values
      return trigger({
        sandboxUrl,
        kind: event ?? '',
        reference,
        fault,
        apiKey: keyOf(),
        templateId,
      })
    }
    case 'tail': {
      const exchanges = await followWire(sandboxUrl)
      process.stdout.write(`Following the wire of ${sandboxUrl}\n`)
      for await (const exchange of exchanges) process.stdout.write(`${wireLine(exchange)}\n`)
      return
    }
    default:
      fail(`Unknown command: ${command}. See --help.`, 2)
  }
}

/** Imports `check` and `battery` only when needed, because a running sandbox uses neither. */
async function examine(
  command: 'check' | 'battery',
  args: readonly string[],
  variables: Variables,
): Promise<number> {
  const terminal = {
    print: (text: string) => void process.stdout.write(`${text}\n`),
    say: (line: string) => void process.stderr.write(`${line}\n`),
  }
  if (command === 'battery') {
    const { runBattery } = await import('./conformance/battery/command.ts')
    return runBattery(args, terminal, variables)
  }
  const { runCheck } = await import('./conformance/command.ts')
  return runCheck(
    args,
    terminal,
    async () => {
      const { createSandbox } = await import('./embed.ts')
      const sandbox = createSandbox()
      return { baseUrl: await sandbox.listen(), close: sandbox.close }
    },
    variables,
  )
}

/** Options override environment variables. */
function start(
  values: ReturnType<typeof readArguments>['values'],
  variables: Variables,
): Promise<void> {
  return runServer({
    ...variables,
    ...Object.fromEntries(
      Object.entries(START_OPTIONS).flatMap(([variable, option]) =>
        values[option] ? [[variable, values[option]]] : [],
      ),
    ),
  })
}

function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: text,
        host: text,
        'data-dir': text,
        'webhook-url': text,
        'merchant-url': text,
        seed: text,
        'forward-to': text,
        reference: text,
        fault: text,
        key: text,
        template: text,
        sandbox: text,
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    })
  } catch (error) {
    fail(argumentProblem(error), 2)
  }
}

function requireHttpUrl(option: string, value: string): void {
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return
  fail(`--${option} must be a URL that begins with http:// or https://, not ${value}.`, 2)
}

/** The URL of a sandbox on this machine that was started with the same port. */
function sandboxHere(port: string | undefined): string {
  const parsed = parseSandboxEnvironment({ SANDBOX_PORT: port || undefined })
  return parsed.ok ? `http://localhost:${parsed.environment.port}` : fail(parsed.line, 2)
}

await runCommand(process.argv.slice(2), process.env)
