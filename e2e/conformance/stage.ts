// Prepares a run: who calls the service, where events come from, and what may be controlled.
import { setTimeout } from 'node:timers/promises'
import {
  dataOf,
  type Events,
  type eventOf,
  listenedEvents,
  NO_EVENTS,
  sandboxEvents,
} from './events.ts'
import { Observations } from './gaps.ts'
import { Inquiries, open, read } from './inquiries.ts'
import { Merchant } from './merchant.ts'
import { CommandError, type Options } from './options.ts'
import { PoliteHttp } from './polite-http.ts'
import { Receiver, ReceiverError } from './receiver.ts'
import { SandboxControl } from './sandbox-control.ts'
import type { Stage } from './trial.ts'
import { Violation } from './verdict.ts'

/** Tells the person at the terminal what to do. */
export type Say = (line: string) => void

export type Target = Options & { baseUrl: string }

export interface RunningStage {
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
  const http = new PoliteHttp(observations)
  const { foreignInquiryId, waitMs: maxMs } = target
  const waiting = { maxMs, say, sleep: async (ms: number) => void (await sleep(ms)) }
  const made = { documents: null, lives: null, attempts: null }
  const shared = { http, observations, foreignInquiryId, waiting, ...made }
  return target.controlUrl === null
    ? setMerchantStage(target, shared, say)
    : setSandboxStage(target, target.controlUrl, shared)
}

type Shared = Pick<
  Stage,
  'http' | 'observations' | 'foreignInquiryId' | 'waiting' | 'documents' | 'lives' | 'attempts'
>

/** For a sandbox: creates a tenant for the suite, so nobody else's data is touched. */
async function setSandboxStage(
  target: Target,
  controlUrl: string,
  shared: Shared,
): Promise<RunningStage> {
  const { http } = shared
  const receiver = await Receiver.start()
  try {
    const control = new SandboxControl(http, target.baseUrl, controlUrl, receiver)
    await requireControl(control, controlUrl)
    const tenant = await control.createTenant()
    const { merchant } = tenant
    const given = target.credentials
    if (given) await requireKey(new Merchant(http, target.baseUrl, given))
    const stage: Stage = {
      ...shared,
      merchant,
      control,
      givenMerchant: given && new Merchant(http, target.baseUrl, given),
      revisionId: tenant.ids.revisionId,
      webhookSecret: null,
      inquiries: new Inquiries(merchant, [], tenant),
      events: sandboxEvents(() => control.createTenant({ receives: true })),
    }
    return { stage, close: () => receiver.close() }
  } catch (error) {
    await receiver.close()
    throw error
  }
}

/** For any deployment: what a merchant may do, and an inquiry that a person completes by hand during the run. */
async function setMerchantStage(target: Target, shared: Shared, say: Say): Promise<RunningStage> {
  if (!target.credentials) throw new CommandError('Add --api-key and --template.')
  const merchant = new Merchant(shared.http, target.baseUrl, target.credentials)
  await requireKey(merchant)
  const listened = target.listening && (await listen(merchant, target.listening, say))
  const completed = listened ? [listened.inquiryId] : []
  const stage: Stage = {
    ...shared,
    merchant,
    control: null,
    givenMerchant: null,
    revisionId: target.revisionId,
    webhookSecret: target.listening?.webhookSecret ?? null,
    inquiries: new Inquiries(merchant, [...target.inquiryIds, ...completed], null),
    events: listened?.events ?? NO_EVENTS,
  }
  return { stage, close: async () => listened?.receiver.close() }
}

async function listen(
  merchant: Merchant,
  { port, webhookSecret, waitMs }: NonNullable<Options['listening']>,
  say: Say,
): Promise<{ receiver: Receiver; events: Events; inquiryId: string }> {
  const receiver = await startListening(port)
  try {
    const inquiryId = await open(merchant)
    say(`Listening on port ${port}. Complete this inquiry in the hosted flow: ${inquiryId}`)
    say(`Waiting up to ${waitMs / 1000} s for its event …`)
    const isOurs = (delivery: Parameters<typeof eventOf>[0]) =>
      dataOf(delivery).inquiryId === inquiryId
    if (!(await receiver.waitFor(isOurs, waitMs))) say('No event arrived; continuing without one.')
    const { status } = await read(merchant, inquiryId)
    const arrived = receiver.deliveries.filter(isOurs)
    const events = listenedEvents(arrived, webhookSecret, inquiryId, status)
    return { receiver, inquiryId, events }
  } catch (error) {
    await receiver.close()
    throw error
  }
}

async function startListening(port: number): Promise<Receiver> {
  try {
    return await Receiver.start({ host: '0.0.0.0', port })
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

async function requireControl(control: SandboxControl, controlUrl: string): Promise<void> {
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
