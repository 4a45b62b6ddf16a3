// `battery`: sends more than a hundred deliveries to a receiver, each unusual in one way that has broken one.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { argumentProblem } from '../arguments.ts'
import { BODY_CASES } from './body-cases.ts'
import { approval, type Case, type Expectation, signedDelivery } from './delivery.ts'
import { type RawAnswer, type RawRequest, sendRaw } from './raw-request.ts'
import { SEQUENCES } from './sequences.ts'
import { SIGNATURE_CASES } from './signature-cases.ts'
import { TRANSPORT_CASES } from './transport-cases.ts'

const UNSEEN = `The battery sees only answers. Check yourself that a duplicate acts once, and that an event answered with a 2xx survives
kill -9 of the receiver.`

const USAGE = `verification-sandbox battery --url URL --secret whsec_… [--only TEXT]

Sends more than a hundred deliveries to a webhook receiver, each unusual in one way that has broken one. A receiver accepts
correctly signed events with a 2xx, refuses wrong signatures with a 4xx, never answers with a 5xx, and still accepts the next
delivery. It may accept or refuse a signed body that isn't an event. All events are about unknown inquiries.

${UNSEEN}

  --url URL      the receiver
  --secret S     the signing secret that it verifies with
  --only TEXT    only deliveries whose title contains this

Exit code: 0 if the receiver passes, 1 if it doesn't, 2 if the command line or the receiver needs attention.`

const optionsSchema = z.object({
  url: z.url({
    protocol: /^https?$/,
    error: ({ input }) =>
      input === undefined
        ? 'Add --url with the address of the receiver.'
        : `--url must be a URL that begins with http:// or https://, not ${input}.`,
  }),
  secret: z.string({ error: 'Add --secret with the secret that the receiver verifies with.' }),
  only: z.string().default(''),
})

export interface Terminal {
  print(text: string): void
  say(line: string): void
}

const GROUPS: readonly (readonly [name: string, cases: readonly Case[]])[] = [
  ['Signatures', SIGNATURE_CASES],
  ['Bodies', BODY_CASES],
  ['Transport', TRANSPORT_CASES],
  ['Sequences', SEQUENCES],
]

/** @returns 0 if the receiver passes, 1 if it doesn't, 2 if the command line or the receiver needs attention */
export async function runBattery(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') {
    if (options === USAGE) terminal.print(USAGE)
    else terminal.say(options)
    return options === USAGE ? 0 : 2
  }
  const { url, secret, only } = options
  if (!GROUPS.some(([, cases]) => cases.some(({ title }) => title.includes(only)))) {
    terminal.say(`No delivery's title contains "${only}".`)
    return 2
  }
  const problem = await findProblem(url, secret)
  if (problem !== null) {
    terminal.say(problem)
    return 2
  }
  const startedMs = performance.now()
  let [count, wrong] = [0, 0]
  let isGone = false
  terminal.print(
    `What ${url} did with each delivery (✗: wrong; closed: the connection ended without a response)`,
  )
  for (const [name, cases] of GROUPS) {
    const chosen = isGone ? [] : cases.filter(({ title }) => title.includes(only))
    if (chosen.length > 0) terminal.print(`\n${name}`)
    for (const { title, run } of chosen) {
      const answers = new Set<string>()
      let wanted: string | null = null
      const deliver = async (request: RawRequest, expected: Expectation) => {
        const answer = await sendRaw(url, request).catch(() => 'gone' as const)
        if (answer === 'gone') isGone = true
        answers.add(answer === 'gone' ? 'nothing' : shown(answer))
        if (answer === 'gone' || !expected.holds(answer)) wanted ??= expected.wanted
      }
      await run(deliver, secret)
      count += 1
      if (wanted !== null) wrong += 1
      const row = `${[...answers].join(', ').padEnd(12)} ${title}`
      terminal.print(wanted === null ? `  ✓ ${row}` : `  ✗ ${row} (expected ${wanted})`)
      if (!isGone) continue
      terminal.say('Nothing answers any more. Did the delivery before that end the receiver?')
      break
    }
  }
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  terminal.print(`\n${count - wrong} passed, ${wrong} failed, in ${seconds} s.\n${UNSEEN}`)
  return wrong > 0 ? 1 : 0
}

/** @returns a line that says what is wrong, or the usage, if that was asked for */
function readOptions(args: readonly string[]): z.infer<typeof optionsSchema> | string {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { url: text, secret: text, only: text, help: { type: 'boolean' } },
    })
    if (values.help) return USAGE
    const parsed = optionsSchema.safeParse(values)
    return parsed.success ? parsed.data : `${parsed.error.issues[0]?.message} See --help.`
  } catch (error) {
    return argumentProblem(error)
  }
}

/** Tries the secret first: otherwise, minutes would pass until every delivery is refused. */
async function findProblem(url: string, secret: string): Promise<string | null> {
  try {
    const answer = await sendRaw(url, signedDelivery(secret, approval()))
    if (answer !== null && answer < 300) return null
    return `${url} answers ${shown(answer)} to a delivery signed with --secret. Is that the secret it verifies with?`
  } catch {
    return `Nothing answers at ${url}. Is the receiver running, and is the address right?`
  }
}

/** `200`, or `closed` if the connection ended without a response. */
function shown(answer: RawAnswer): string {
  return answer === null ? 'closed' : String(answer)
}
