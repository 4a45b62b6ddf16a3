/** Takes the model's steps with the real code: instances in their own processes, one database, and a service over HTTP. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { db } from '../../db'
import { applicantStage } from '../../inquiries/status'
import type { VerificationEvent } from '../../verification/webhook'
import type { ScriptedAnswer, ScriptedService } from '../scripted-service'
import { eventOf, insertOpenInquiry, newApplicant } from '../test-app'
import type { Call } from './instance'
import { attemptAt, type Event, FAILOVER_MS, later, type State, type Step } from './model'
import type { Row } from './store'

/** The database stores times in milliseconds, so a read must not begin in the same millisecond as an event. */
const CLOCK_TICK_MS = 3
/** More than the longest delay between polls, and less than the delay before a decision is first read again. */
const SOON_MS = 8 * 3_600_000

export interface Instance {
  call(call: Call): Promise<unknown>
  stop(): Promise<void>
}

export async function startInstance(): Promise<Instance> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'instance.ts'), {
    execArgv: ['--conditions=react-server', '--import', 'tsx'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  const waiting = new Map<number, PromiseWithResolvers>()
  child.on('message', ({ id, result, error }: { id: number; result: unknown; error?: string }) => {
    const call = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) call?.resolve(result)
    else call?.reject(new Error(error))
  })
  let calls = 0
  return {
    call: (call) =>
      new Promise((resolve, reject) => {
        const id = calls++
        waiting.set(id, { resolve, reject })
        child.send({ id, call })
      }),
    stop: async () => {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

interface PromiseWithResolvers {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/** A service that holds each response until the test says what it is. */
export class HeldService {
  private readonly arrivals = new Map<string, (answer: (with_: ScriptedAnswer) => void) => void>()

  constructor(service: ScriptedService) {
    service.answer(({ path }) => {
      const inquiryId = path.split('/').at(-1) ?? ''
      const arrive = this.arrivals.get(inquiryId)
      this.arrivals.delete(inquiryId)
      return new Promise((answer) => arrive?.(answer))
    })
  }

  /** Waits for the next request about the inquiry. @returns a function that answers it */
  nextRequest(inquiryId: string): Promise<(answer: ScriptedAnswer) => void> {
    return new Promise((resolve) => this.arrivals.set(inquiryId, resolve))
  }
}

interface HeldRead {
  answer: (answer: ScriptedAnswer) => void
  finished: Promise<unknown>
}

interface RealAttempt {
  id: string
  inquiryId: string
  referenceId: string
  isBound: boolean
}

/** One history of one applicant. */
export class RealThing {
  /** By the model's time at which they began. */
  private readonly reads = new Map<number, HeldRead>()
  private readonly events = new Map<Event, VerificationEvent>()

  private constructor(
    private readonly instances: readonly Instance[],
    private readonly service: HeldService,
    private readonly attempts: readonly RealAttempt[],
    private readonly applicantHash: string,
  ) {}

  static async begin(instances: readonly Instance[], service: HeldService, attempts: number) {
    const applicantHash = newApplicant().hash
    const rows: RealAttempt[] = []
    for (let nth = 0; nth < attempts; nth++) {
      // The response to the open is still on its way: an event or a retry brings the inquiryId.
      const row = await insertOpenInquiry({
        inquiryId: null,
        applicantHash,
        activeApplicantHash: null,
        nextReadAt: new Date(Date.now() + 3_600_000),
      })
      rows.push({
        id: row.id,
        inquiryId: randomUUID(),
        referenceId: row.referenceId,
        isBound: false,
      })
    }
    return new RealThing(instances, service, rows, applicantHash)
  }

  /** @param by the number of the instance that takes it */
  async take(step: Step, before: State, after: State, by: number): Promise<void> {
    switch (step.do) {
      case 'hear':
        return this.hear(step.attempt, eventAt(before, step), by)
      case 'begin':
        return this.beginRead(step, after, by)
      case 'return': {
        await this.bind(step.attempt)
        const { applicantHash } = this
        const returned = await this.instance(by).call({ do: 'return', applicantHash })
        if (returned === null) throw new Error('The return made no read due')
        return
      }
      case 'end': {
        const read = this.readOf(before, step.read)
        const { inquiryId, referenceId } = this.attempt(before.reads[step.read]?.attempt)
        read.answer({ body: { inquiryId, referenceId, status: step.status, reviewReasons: [] } })
        await read.finished
        return
      }
      case 'fail': {
        const read = this.readOf(before, step.read)
        read.answer({ status: step.isFruitless ? 404 : 503, body: {} })
        await read.finished
        return
      }
      case 'wait':
        return this.wait(step.ms)
      case 'fail over':
        return this.wait(-FAILOVER_MS)
      case 'decide':
      case 'open account':
        return
    }
  }

  private async hear(index: number, event: Event, by: number): Promise<void> {
    const attempt = this.attempt(index)
    const sent =
      this.events.get(event) ??
      eventOf(
        attempt,
        event.status as Parameters<typeof eventOf>[1],
        new Date(Date.UTC(2026, 0, 1) + event.createdAt.getTime()),
      )
    this.events.set(event, sent)
    attempt.isBound = true
    await this.instance(by).call({ do: 'record', event: sent })
  }

  /** Both the response to the open and the response to its retry. */
  private async bind(index: number): Promise<void> {
    const attempt = this.attempt(index)
    const { id, inquiryId } = attempt
    if (!attempt.isBound) {
      await Promise.all(
        this.instances.map((instance) => instance.call({ do: 'bind', inquiry: id, inquiryId })),
      )
    }
    attempt.isBound = true
  }

  private async beginRead(
    { attempt, isScheduled }: Step & { do: 'begin' },
    after: State,
    by: number,
  ): Promise<void> {
    await this.bind(attempt)
    const { id, inquiryId } = this.attempt(attempt)
    await sleep(CLOCK_TICK_MS)
    const arrived = this.service.nextRequest(inquiryId)
    const finished = this.instance(by).call({ do: isScheduled ? 'read' : 'refresh', inquiry: id })
    this.reads.set(after.now.getTime(), { answer: await arrived, finished })
  }

  /** Moves the stored times into the past, because the database's clock can't be moved. */
  private async wait(ms: number): Promise<void> {
    const ids = this.attempts.map(({ id }) => id)
    const seconds = ms / 1_000
    await db().$executeRaw`
      UPDATE "Inquiry" SET
        "heardAt" = "heardAt" - make_interval(secs => ${seconds}),
        "readAt" = "readAt" - make_interval(secs => ${seconds}),
        "decidedAt" = "decidedAt" - make_interval(secs => ${seconds}),
        "reversedAt" = "reversedAt" - make_interval(secs => ${seconds}),
        "nextReadAt" = "nextReadAt" - make_interval(secs => ${seconds})
      WHERE "id" = ANY(${ids}::uuid[])`
  }

  /** Delivers every event again. @returns the outcome of each */
  async hearAgain(by: number): Promise<unknown[]> {
    return Promise.all(
      [...this.events.values()].map((event) => this.instance(by).call({ do: 'record', event })),
    )
  }

  /** What the database holds, as {@link seen} shows the model. */
  async look(): Promise<Seen[]> {
    const rows = await db().inquiry.findMany({
      where: { id: { in: this.attempts.map(({ id }) => id) } },
    })
    return this.attempts.map(({ id }) => {
      const row = rows.find((found) => found.id === id)
      if (!row) throw new Error('The inquiry is gone')
      // The model begins with an open inquiry; here the first event or read opens it.
      return see({ ...row, openState: 'OPEN' }, new Date())
    })
  }

  /** How many accounts were opened for current grants, and how many openings are still due. */
  async accounts(): Promise<{ opened: number; due: number }> {
    const openings = await db().accountOpening.findMany({
      where: { inquiryRow: { in: this.attempts.map(({ id }) => id) } },
      include: { inquiry: true },
    })
    return {
      opened: openings.filter(({ openedAt, inquiry }) => openedAt && inquiry.grantedAt).length,
      due: openings.filter(({ nextTryAt }) => nextTryAt !== null).length,
    }
  }

  private attempt(index: number | undefined): RealAttempt {
    const attempt = this.attempts[index ?? -1]
    if (!attempt) throw new Error('There is no such attempt')
    return attempt
  }

  private instance(by: number): Instance {
    const instance = this.instances[by % this.instances.length]
    if (!instance) throw new Error('There is no such instance')
    return instance
  }

  private readOf(state: State, index: number): HeldRead {
    const read = this.reads.get(state.reads[index]?.beganAt.getTime() ?? 0)
    if (!read) throw new Error('There is no such read')
    return read
  }
}

export function eventAt(state: State, step: Step & { do: 'hear' }): Event {
  const event = attemptAt(state, step.attempt).undelivered[step.event]
  if (!event) throw new Error('There is no such event')
  return event
}

/** What model and database must agree on. */
interface Seen {
  stage: string
  reportedStatus: string | null
  status: string | null
  isDecided: boolean
  wasReversed: boolean
  isGranted: boolean
  nextRead: 'none' | 'soon' | 'later'
  urgent: boolean
  hasReadError: boolean
}

export const seen = (state: State): Seen[] => state.attempts.map(({ row }) => see(row, state.now))

const see = (row: Omit<Row, 'account'>, now: Date): Seen => ({
  stage: applicantStage(row, now),
  reportedStatus: row.reportedStatus,
  status: row.status,
  isDecided: row.decidedAt !== null,
  wasReversed: row.reversedAt !== null,
  isGranted: row.grantedAt !== null,
  nextRead:
    row.nextReadAt === null ? 'none' : row.nextReadAt <= later(now, SOON_MS) ? 'soon' : 'later',
  urgent: row.urgent,
  hasReadError: row.readError !== null,
})
