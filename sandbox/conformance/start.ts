// Prepares a run: the merchant, the source of events, and the control API if there is one.
import { CommandError } from './arguments.ts'
import { Control, dataOf, lagOf, type OwnTenant } from './control.ts'
import { fieldOf, Violation } from './expectations.ts'
import { Http } from './http.ts'
import { Merchant } from './merchant.ts'
import { DEFAULT_WAIT_S, type Options } from './options.ts'
import { type Delivery, Receiver } from './receiver.ts'
import { Run } from './run.ts'

/**
 * @param say tells the person at the terminal what to do
 * @throws CommandError if these options don't allow a check
 */
export async function startRun(
  baseUrl: string,
  options: Options,
  say: (line: string) => void,
): Promise<Run> {
  const http = new Http(say)
  const { 'api-key': apiKey, template: templateId, control: controlUrl, listen: port } = options
  const isGiven = apiKey !== undefined && templateId !== undefined
  const merchant = isGiven ? new Merchant(http, baseUrl, { apiKey, templateId }) : null
  if (merchant) await requireKey(merchant)
  if (controlUrl !== undefined) {
    const control = new Control(http, baseUrl, controlUrl, await Receiver.start())
    try {
      const tenant = await createOwnTenant(control)
      return new Run(options, tenant, tenant)
    } catch (error) {
      await control.close()
      throw error
    }
  }
  if (!merchant)
    throw new CommandError('Add --template, and set VERIFICATION_API_KEY in the environment.')
  const run = new Run(options, merchant, null)
  for (const inquiryId of options.inquiry)
    run.inquiries.set(await requireStatus(merchant, inquiryId), inquiryId)
  if (port !== undefined) await hear(run, port)
  return run
}

/** Creates the suite's own tenant in a sandbox, so that it touches nobody else's data. */
async function createOwnTenant(control: Control): Promise<OwnTenant> {
  const { controlUrl, receiver } = control
  const { status } = await reach(() => control.call('GET', '/health'), controlUrl)
  if (status !== 200)
    throw new CommandError(
      `There is no control API at ${controlUrl} (${status}). A sandbox has it under /sandbox, unless it was started with SANDBOX_CONTROL=off. Leave out --control for the real service.`,
    )
  const refused = `${controlUrl} makes no tenant whose endpoint is ${receiver.origin}`
  const tenant = await control.createTenant().catch((error) => {
    throw error instanceof Violation ? new CommandError(`${refused} (${error.message})`) : error
  })
  // Many checks must work without an endpoint, too.
  await tenant.removeEndpoint(tenant.endpoint)
  return tenant
}

/** Waits for the event of an inquiry that a person completes. */
async function hear(run: Run, port: number): Promise<void> {
  const { merchant, options } = run
  const { say, observations } = merchant.http
  const waitS = options.wait ?? DEFAULT_WAIT_S
  const receiver = await Receiver.start('0.0.0.0', port)
  try {
    const inquiryId = await merchant.open()
    say(`Listening on port ${port}. Complete this inquiry in the hosted flow: ${inquiryId}`)
    say(`Waiting up to ${waitS} s for its event …`)
    const isOurs = (delivery: Delivery) => dataOf(delivery).inquiryId === inquiryId
    if (!(await receiver.waitFor(isOurs, waitS * 1000)))
      say('No event arrived; continuing without one.')
    run.heard = receiver.deliveries.filter(isOurs)
    const status = await requireStatus(merchant, inquiryId)
    run.inquiries.set(status, inquiryId)
    for (const delivery of run.heard) observations.add('N6', lagOf(delivery, status))
  } finally {
    await receiver.close()
  }
}

/** Tries the key first, because a missing service or a wrong key isn't a broken clause. */
async function requireKey(merchant: Merchant): Promise<void> {
  const answer = await reach(() => merchant.status(crypto.randomUUID()), merchant.baseUrl)
  if (answer.status !== 401) return
  throw new CommandError(
    'The service does not know this key (401). Check VERIFICATION_API_KEY and --base-url: a key belongs to one deployment.',
  )
}

async function requireStatus(merchant: Merchant, inquiryId: string): Promise<string> {
  const { status, json } = await merchant.status(inquiryId)
  const shown = fieldOf(json, 'status')
  if (typeof shown === 'string') return shown
  throw new CommandError(`The service answers ${status} to --inquiry ${inquiryId}. Is it yours?`)
}

async function reach<T>(ask: () => Promise<T>, url: string): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    throw new CommandError(`Nothing answers at ${url}. Is it running, and is the address right?`)
  }
}
