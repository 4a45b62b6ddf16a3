// The load: customers apply and complete their checks, and events arrive, continuously while processes come and go.
import { setTimeout as delay } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import { Customer } from './merchant-site.ts'
import type { ServiceControl } from './service-control.ts'
import {
  approvalOf,
  type EventSender,
  ofUnknownInquiry,
  reviewOf,
  type SignedEvent,
  unknownKind,
} from './signed-events.ts'
import { PATIENCE_MS, type Patience, until } from './until.ts'

const EVENT_WORKERS = 4
const PAUSE_MS = 20
/** With more customers retrying, a killed process wouldn't get to start. */
const MAX_UNDER_WAY = 80

/** The statuses of an inquiry: the first completes the flow, a second is a reviewer's decision (P4). */
const COURSES = [
  ['APPROVED'],
  ['APPROVED'],
  ['FAILED'],
  ['NEEDS_REVIEW', 'APPROVED'],
  ['NEEDS_REVIEW', 'DECLINED'],
] as const

export interface LoadOptions {
  /** Applications per second. */
  rate: number
  /** For this share of refused customers, someone with the secret signs a false approval. */
  'false-approvals': number
}

export interface Application {
  customer: Customer
  /** The service's final status. */
  outcome: string
}

export interface LoadTargets {
  /** URLs of the app's instances. */
  instances: readonly [string, ...string[]]
  service: ServiceControl
  sender: EventSender
}

export interface Load {
  applications: readonly Application[]
  /** Ids that start a hosted flow (F2). */
  inquiryIds: readonly string[]
  /** What didn't finish, even once the killing had stopped. */
  stuck: readonly string[]
  stop(): Promise<void>
}

/** Starts immediately. `stop` lets everyone finish. */
export function startLoad(
  { instances, service, sender }: LoadTargets,
  options: LoadOptions,
  chance: Chance,
): Load {
  const applications: Application[] = []
  const stuck: string[] = []
  const inquiryIds: string[] = []
  const patience: Patience = { endsAtMs: Number.POSITIVE_INFINITY }
  let stopped = false

  async function apply(): Promise<void> {
    const course = chance.oneOf(COURSES)
    const application = { customer: new Customer(), outcome: course[course.length - 1] ?? '' }
    applications.push(application)
    const inquiryId = await open(application.customer)
    inquiryIds.push(inquiryId)
    if (application.outcome !== 'APPROVED' && chance.happens(options['false-approvals']))
      await sender.send(chance.oneOf(instances), approvalOf(inquiryId))
    await complete(inquiryId, course)
  }

  /** Sends the same form twice at the same time, to two instances if there are two, until the app has the application. */
  async function open(customer: Customer): Promise<string> {
    const apply = async () => {
      if (await customer.current(chance.oneOf(instances))) return true
      const first = chance.between(0, instances.length)
      const targets = [0, 1].map((nth) => instances[Math.floor(first + nth) % instances.length])
      await Promise.allSettled(targets.map((target) => customer.apply(target ?? instances[0])))
      return null
    }
    const seeInquiryId = async () => {
      const current = await customer.current(chance.oneOf(instances))
      return current?.inquiryId ?? null
    }
    await until('an application is accepted', apply, patience)
    return until('an inquiry is opened', seeInquiryId, patience)
  }

  /** Continues from the service's status, because a response may have been lost. */
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
    const sent: SignedEvent[] = []
    while (!stopped) {
      const inquiryId = inquiryIds.at(-1)
      const event = chance.oneOf([
        unknownKind,
        ofUnknownInquiry,
        () => (inquiryId ? reviewOf(inquiryId) : unknownKind()),
        () => sent[Math.floor(chance.between(0, sent.length))] ?? unknownKind(),
      ])()
      sent.push(event)
      await sender.send(chance.oneOf(instances), event)
      await delay(PAUSE_MS)
    }
  }

  const underWay = new Set<Promise<void>>()
  /** New customers come whether or not earlier ones make progress, unless too many are waiting. */
  async function arrive(): Promise<void> {
    while (!stopped) {
      if (underWay.size < MAX_UNDER_WAY) {
        const life = apply()
          .catch((error) => void stuck.push(String(error)))
          .finally(() => underWay.delete(life))
        underWay.add(life)
      }
      await delay(1_000 / options.rate)
    }
  }
  const workers = [arrive(), ...Array.from({ length: EVENT_WORKERS }, sendEvents)]
  return {
    applications,
    inquiryIds,
    stuck,
    stop: async () => {
      stopped = true
      patience.endsAtMs = Date.now() + PATIENCE_MS
      await Promise.all(workers)
      await Promise.all(underWay)
    },
  }
}
