// `battery`: sends more than a hundred unusual deliveries to a receiver. Each tests one weakness that has broken a receiver.
import { z } from 'zod'
import {
  CommandError,
  parseOptions,
  readSecret,
  type Terminal,
  type Variables,
} from '../arguments.ts'
import { BODY_CASES } from './body-cases.ts'
import { ACCEPTED, approval, type Case, type Expectation, signedDelivery } from './delivery.ts'
import { ANSWER_TIMEOUT_MS, type RawAnswer, type RawRequest, sendRaw } from './raw-request.ts'
import { SEQUENCES } from './sequences.ts'
import { SIGNATURE_CASES } from './signature-cases.ts'
import { TRANSPORT_CASES } from './transport-cases.ts'

const UNSEEN = `The battery sees only answers. Check yourself that a duplicate acts once, and that an event answered with a 2xx survives
kill -9 of the receiver.`

const USAGE = `VERIFICATION_WEBHOOK_SECRET=whsec_… verification-sandbox battery --url URL [--only TEXT]

Sends more than a hundred deliveries to a webhook receiver, each unusual in one way that has broken one. A receiver accepts
correctly signed events with a 2xx within ${ANSWER_TIMEOUT_MS / 1000} seconds, refuses wrong signatures with a 4xx, never answers with a 5xx, and still
accepts the next delivery. It may accept or refuse a signed body that isn't an event, and may close a connection on which the
HTTP is broken or the body too large, but not leave it waiting. All events are about unknown inquiries.

${UNSEEN}

  --url URL      the receiver
  --only TEXT    only deliveries whose title contains this

The signing secret that the receiver verifies with goes into the environment: VERIFICATION_WEBHOOK_SECRET.

Exit code: 0 if the receiver passes, 1 if it doesn't, 2 if the command line or the receiver needs attention.`

const optionsSchema = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' })
    .optional(),
  secret: z.string().optional(),
  only: z.string().default(''),
})

const GROUPS: readonly (readonly [name: string, cases: readonly Case[]])[] = [
  ['Signatures', SIGNATURE_CASES],
  ['Bodies', BODY_CASES],
  ['Transport', TRANSPORT_CASES],
  ['Sequences', SEQUENCES],
]

/** @returns 0 if the receiver passes, 1 if it fails, 2 if the command line or the receiver needs attention */
export async function runBattery(
  args: readonly string[],
  terminal: Terminal,
  variables: Variables = {},
): Promise<number> {
  try {
    const options = parseOptions(optionsSchema, args)
    if (options === null) {
      terminal.print(USAGE)
      return 0
    }
    const { url, only } = options
    if (url === undefined) throw new CommandError('Add --url with the address of the receiver.')
    const secret = readSecret(
      ['--secret', options.secret],
      'VERIFICATION_WEBHOOK_SECRET',
      variables,
      terminal.say,
    )
    if (secret === undefined)
      throw new CommandError(
        'Set VERIFICATION_WEBHOOK_SECRET in the environment to the secret that the receiver verifies with.',
      )
    if (!GROUPS.some(([, cases]) => cases.some(({ title }) => title.includes(only))))
      throw new CommandError(`No delivery's title contains "${only}".`)
    await requireReceiver(url, secret)
    return await deliverAll(url, secret, only, terminal)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    terminal.say(error.message)
    return 2
  }
}

async function deliverAll(
  url: string,
  secret: string,
  only: string,
  terminal: Terminal,
): Promise<number> {
  const startedMs = performance.now()
  let count = 0
  const failed: string[] = []
  terminal.print(
    `What ${url} did with each delivery (✗: wrong; closed: the connection ended without a response; late: no response within ${ANSWER_TIMEOUT_MS / 1000} s; nothing: no connection)`,
  )
  for (const [name, cases] of GROUPS) {
    const chosen = cases.filter(({ title }) => title.includes(only))
    if (chosen.length > 0) terminal.print(`\n${name}`)
    for (const { title, run } of chosen) {
      const answers = new Set<string>()
      let wanted: string | null = null
      const deliver = async (request: RawRequest, expected: Expectation) => {
        const answer = await sendRaw(url, request).catch(() => 'nothing' as const)
        answers.add(String(answer))
        if (answer === 'nothing' || !expected.holds(answer)) wanted ??= expected.wanted
      }
      await run(deliver, secret)
      count += 1
      const row = `${[...answers].join(', ').padEnd(12)} ${title}`
      const line = wanted === null ? `  ✓ ${row}` : `  ✗ ${row} (expected ${wanted})`
      if (wanted !== null) failed.push(line)
      terminal.print(line)
    }
  }
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  if (failed.length > 0) terminal.print(`\nFailed\n${failed.join('\n')}`)
  const [passed, wrong] = [count - failed.length, failed.length]
  terminal.print(`\n${passed} passed, ${wrong} failed, in ${seconds} s.\n${UNSEEN}`)
  return wrong > 0 ? 1 : 0
}

/** Tries the secret first. With a wrong secret, the receiver would refuse every delivery, and the run would take minutes. */
async function requireReceiver(url: string, secret: string): Promise<void> {
  const answer = await sendRaw(url, signedDelivery(secret, approval())).catch(() => {
    throw new CommandError(
      `Nothing answers at ${url}. Is the receiver running, and is the address right?`,
    )
  })
  if (ACCEPTED.holds(answer)) return
  throw new CommandError(
    `${url} ${typeof answer === 'number' ? `answers ${answer}` : 'gives no answer'} to a delivery signed with that secret. ${adviceOn(answer)}`,
  )
}

function adviceOn(answer: RawAnswer): string {
  switch (answer) {
    case 401:
    case 403:
      return 'Another secret, or another key or body: verify the raw bytes, before parsing, with the whole secret, whsec_ included.'
    case 404:
      return 'Is the path right? If it is, the receiver must accept the event although it is about an unknown inquiry.'
    case 'late':
      return `The service gives up after ${ANSWER_TIMEOUT_MS / 1000} s. If the receiver was still starting, try again.`
    case 'closed':
      return 'The connection ended without a response. What does the log of the receiver say?'
    default:
      return 'It must accept any correctly signed event with a 2xx.'
  }
}
