// The load: customers apply and complete their checks, and events arrive, while processes stop and start.
import { setTimeout as delay } from 'node:timers/promises'
import type { Event } from '../../e2e/fixtures/events.ts'
import { Customer } from './customer.ts'
import { type EventSender, ofUnknownInquiry, reportOf, unknownKind } from './events.ts'
import type { Service } from './service.ts'
import { PATIENCE_MS, type Patience, until } from './wire.ts'

const EVENT_WORKERS = 4
const PAUSE_MS = 20
/** With more customers retrying, a killed process couldn't start again. */
const MAX_UNDER_WAY = 80
/** The share of refused customers for whom someone who knows the secret signs a false approval. */
const FALSE_APPROVALS = 0.2

/** The statuses of an inquiry: the first completes the flow; the second, if any, is a reviewer's decision (P4). */
const COURSES = [
  ['APPROVED'],
  ['APPROVED'],
  ['FAILED'],
  ['NEEDS_REVIEW', 'APPROVED'],
  ['NEEDS_REVIEW', 'DECLINED'],
] as const

export interface Application {
  customer: Customer
  /** The service's final status. */
  outcome: string
}

export interface LoadTargets {
  /** URLs of the app's instances or of the balancer in front. */
  sites: readonly [string, ...string[]]
  service: Service
  sender: EventSender
  /** Applications per second. */
  rate: number
}

export interface Load {
  applications: readonly Application[]
  /** Ids that start a hosted flow (F2). */
  inquiryIds: readonly string[]
  /** Applications that didn't finish, even after the disturbance had ended. */
  stuck: readonly string[]
  /** Completes the check of a customer who applied elsewhere. */
  follow(customer: Customer): void
  stop(): Promise<void>
}

/** Starts immediately. `stop` lets everyone finish first. */
export function startLoad({ sites, service, sender, rate }: LoadTargets): Load {
  const applications: Application[] = []
  const stuck: string[] = []
  const inquiryIds: string[] = []
  const patience: Patience = { endsAtMs: Number.POSITIVE_INFINITY }
  let stopped = false

  async function apply(customer: Customer): Promise<void> {
    const course = oneOf(COURSES)
    const outcome = course[course.length - 1] ?? ''
    applications.push({ customer, outcome })
    const inquiryId = await open(customer)
    inquiryIds.push(inquiryId)
    if (outcome !== 'APPROVED' && Math.random() < FALSE_APPROVALS)
      await sender.send(oneOf(sites), reportOf(inquiryId, 'APPROVED'))
    await complete(inquiryId, course)
  }

  /** Submits the form twice at the same time, to two instances if there are two, until the app has the application. */
  async function open(customer: Customer): Promise<string> {
    const applyOnce = async (site: string) => customer.sendForm(site, await customer.openForm(site))
    await until(
      'an application is accepted',
      async () => {
        if (await customer.current(oneOf(sites))) return true
        const twice = sites.length > 1 ? [sites[0], sites[1] ?? sites[0]] : [sites[0], sites[0]]
        await Promise.allSettled(twice.map(applyOnce))
        return null
      },
      patience,
    )
    return until(
      'an inquiry is opened',
      async () => (await customer.current(oneOf(sites)))?.inquiryId ?? null,
      patience,
    )
  }

  /** Starts from the service's current status, because an earlier response may have been lost. */
  async function complete(inquiryId: string, course: readonly string[]): Promise<void> {
    const goOn = async () => {
      const { status } = await service.getInquiry(inquiryId)
      const next = course[course.indexOf(status) + 1]
      if (next === undefined) return true
      if (status === 'PENDING') await service.complete(inquiryId, next)
      else await service.decide(inquiryId, next)
      return null
    }
    await until('an inquiry completes its course', goOn, patience)
  }

  async function sendEvents(): Promise<void> {
    const sent: Event[] = []
    while (!stopped) {
      const inquiryId = inquiryIds.at(-1)
      const event = oneOf([
        unknownKind,
        ofUnknownInquiry,
        () => (inquiryId ? reportOf(inquiryId, 'NEEDS_REVIEW') : unknownKind()),
        () => sent[Math.floor(Math.random() * sent.length)] ?? unknownKind(),
      ])()
      sent.push(event)
      await sender.send(oneOf(sites), event)
      await delay(PAUSE_MS)
    }
  }

  const underWay = new Set<Promise<void>>()
  function follow(customer: Customer): void {
    const life = apply(customer)
      .catch((error) => void stuck.push(String(error)))
      .finally(() => underWay.delete(life))
    underWay.add(life)
  }
  /** Adds new customers whether or not earlier ones make progress, up to a limit. */
  async function arrive(): Promise<void> {
    while (!stopped) {
      if (underWay.size < MAX_UNDER_WAY) follow(new Customer())
      await delay(1_000 / rate)
    }
  }
  const workers = [arrive(), ...Array.from({ length: EVENT_WORKERS }, sendEvents)]
  return {
    applications,
    inquiryIds,
    stuck,
    follow,
    stop: async () => {
      stopped = true
      patience.endsAtMs = Date.now() + PATIENCE_MS
      await Promise.all(workers)
      await Promise.all(underWay)
    },
  }
}

function oneOf<Value>(values: readonly [Value, ...Value[]]): Value {
  return values[Math.floor(Math.random() * values.length)] ?? values[0]
}
