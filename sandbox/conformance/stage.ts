// Prepares a run: who calls the service, where events come from, and what may be controlled.
import { setTimeout } from 'node:timers/promises'
import { Control, dataOf, lagOf } from './control.ts'
import { fieldOf, Violation } from './expectations.ts'
import { Observations } from './gaps.ts'
import { Http } from './http.ts'
import { Merchant } from './merchant.ts'
import { type Delivery, Receiver, ReceiverError } from './receiver.ts'
import type { Listening, SignedDelivery, Stage, Target } from './trial.ts'

/** An error that the user of the command can fix; the message says how. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Tells the person at the terminal what to do. */
type Say = (line: string) => void

interface RunningStage {
  stage: Stage
  close(): Promise<void>
}

/**
 * @param sleep waits in real time, unless a test moves a clock instead.
 * @throws CommandError when the service can't be checked with these options.
 */
export async function setStage(
  target: Target,
  say: Say,
  sleep: (ms: number) => Promise<unknown> = setTimeout,
): Promise<RunningStage> {
  const observations = new Observations()
  const http = new Http(observations, say)
  const { baseUrl, credentials, controlUrl, listening } = target
  const given = credentials && new Merchant(http, baseUrl, credentials)
  if (given) await requireKey(given)
  const inquiries = new Map<string, string>()
  const made = { inquiries }
  const shared = { target, http, observations, given, say, sleep, made, heard: null }
  if (controlUrl === null) {
    if (!given) throw new CommandError('Add --api-key and --template.')
    const listened = listening && (await listen(given, listening, say))
    for (const inquiryId of [...target.inquiryIds, ...(listened ? [listened.inquiryId] : [])]) {
      inquiries.set(await requireStatus(given, inquiryId), inquiryId)
    }
    const heard = listened?.heard ?? null
    const stage: Stage = { ...shared, merchant: given, tenant: null, heard }
    return { stage, close: async () => listened?.receiver.close() }
  }
  // For a sandbox: a tenant of the suite's own, so nobody else's data is touched.
  const receiver = await Receiver.start()
  const control = new Control(http, baseUrl, controlUrl, receiver)
  const close = async () => {
    await control.deleteTenants()
    await receiver.close()
  }
  const refused = `${controlUrl} makes no tenant whose endpoint is ${receiver.origin}. Allow it plain HTTP: SANDBOX_ALLOW_LOOPBACK_HTTP=1.`
  try {
    await requireControl(control, controlUrl)
    const tenant = await control.createTenant().catch((error) => {
      throw error instanceof Violation ? new CommandError(`${refused} (${error.message})`) : error
    })
    // Much must work without an endpoint, too.
    await tenant.removeEndpoint(tenant.endpoint)
    return { stage: { ...shared, merchant: tenant, tenant }, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Waits for the event of an inquiry that a person completes by hand. */
async function listen(
  merchant: Merchant,
  { port, webhookSecret, waitMs }: Listening,
  say: Say,
): Promise<{ receiver: Receiver; heard: SignedDelivery[]; inquiryId: string }> {
  const receiver = await startListening(port)
  try {
    const inquiryId = await merchant.open()
    say(`Listening on port ${port}. Complete this inquiry in the hosted flow: ${inquiryId}`)
    say(`Waiting up to ${waitMs / 1000} s for its event …`)
    const isOurs = (delivery: Delivery) => dataOf(delivery).inquiryId === inquiryId
    if (!(await receiver.waitFor(isOurs, waitMs))) say('No event arrived; continuing without one.')
    const heard = receiver.deliveries
      .filter(isOurs)
      .map((delivery) => ({ delivery, secret: webhookSecret }))
    const { status } = await merchant.read(inquiryId)
    for (const { delivery } of heard) merchant.http.observations.add('N6', lagOf(delivery, status))
    return { receiver, inquiryId, heard }
  } catch (error) {
    await receiver.close()
    throw error
  }
}

async function startListening(port: number): Promise<Receiver> {
  try {
    return await Receiver.start('0.0.0.0', port)
  } catch (error) {
    if (!(error instanceof ReceiverError)) throw error
    throw new CommandError(`${error.message} Choose another with --listen.`)
  }
}

/** Tries the key first: a missing service or a wrong key isn't a broken clause. */
async function requireKey(merchant: Merchant): Promise<void> {
  const answer = await reach(() => merchant.status(crypto.randomUUID()), merchant.baseUrl)
  if (answer.status !== 401) return
  throw new CommandError(
    'The service does not know this key (401). Check --api-key and --base-url: a key belongs to one deployment.',
  )
}

async function requireStatus(merchant: Merchant, inquiryId: string): Promise<string> {
  const { status, json } = await merchant.status(inquiryId)
  const shown = fieldOf(json, 'status')
  if (typeof shown === 'string') return shown
  throw new CommandError(`The service answers ${status} to --inquiry ${inquiryId}. Is it yours?`)
}

async function requireControl(control: Control, controlUrl: string): Promise<void> {
  const answer = await reach(() => control.call('GET', '/health'), controlUrl)
  if (answer.status === 200) return
  throw new CommandError(
    `There is no control API at ${controlUrl} (${answer.status}). A sandbox has it under /sandbox, unless it was started with SANDBOX_CONTROL=off. Leave out --control for the real service.`,
  )
}

async function reach<T>(ask: () => Promise<T>, url: string): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    throw new CommandError(`Nothing answers at ${url}. Is it running, and is the address right?`)
  }
}
