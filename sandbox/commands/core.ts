// What every command works with, and what it asks the scenario: the answers to what the contract leaves open (N1–N32), the
// faults, and what a tester has planned. The commands know nothing else of it.
import type { CapabilityOutcome } from '../service/inquiry.ts'
import type { openRequestSchema } from '../service/schemas.ts'
import type { Clock } from '../state/clock.ts'
import type { Delivery, Endpoint, Inquiry, Order, Tenant } from '../state/entities.ts'
import type { Pictures } from '../state/pictures.ts'
import type { Store } from '../state/store.ts'
import type { Wire } from '../state/wire.ts'

export interface Core {
  site: Site
  store: Store
  clock: Clock
  pictures: Pictures
  wire: Wire
  scenario: Scenario
}

/** Where the sandbox is reachable, and what it allows. */
export interface Site {
  /** Known once the server listens. */
  publicUrl: string
  /** The seeded tenant's app, for the presenter's console; without a trailing slash. */
  readonly merchantUrl: string
  /** If false, neither the control API nor the portal's scenario page nor the presenter's console is available. */
  readonly controlEnabled: boolean
  /** Endpoints may be plain HTTP on this machine (W2). */
  readonly allowLoopbackHttp: boolean
}

export interface Scenario {
  /** Adds what a new sandbox contains, and leaves what is there. */
  seed(): void
  openingRules(tenant: Tenant): OpeningRules
  /** What is planned for an inquiry that is being opened. It counts as used. */
  takePlan(tenant: Tenant, referenceId: string | null): { outcome: string | null; order: Order }
  /** What to submit as soon as the inquiry is open; null for a customer who does it. */
  automaticResults(inquiry: Inquiry): CapabilityOutcome[] | null
  /** The way from the submission to an outcome (N5). @param isChosen whether somebody chose it, so nobody waits for it. */
  wayTo(tenant: Tenant, outcome: string, isChosen: boolean): Step[]
  /** What follows a new status by itself (N29). */
  after(tenant: Tenant, status: string): Step[]
  /** When a read starts to show a new status (N6); null for immediately. */
  visibleFromMs(tenant: Tenant, status: string, nowMs: number): number | null
  /** N26. @param usual the reasons that the checks give. */
  reviewReasons(tenant: Tenant, usual: string[]): string[]
  /** How long an old secret signs after a rotation (N16). */
  secretOverlapMs(tenant: Tenant): number
  /** The kinds that a transition sends, its own among them (N13). */
  kindsToSend(tenant: Tenant, kind: string): string[]
  /** The time that its machine signs an event with (N30). */
  signedAtMs(tenant: Tenant, inquiry: Inquiry, madeMs: number): number
  /** N12, N13, N21. */
  eventData(tenant: Tenant, kind: string, data: Record<string, unknown>): Record<string, unknown>
  /** The deliveries to store instead of a new one that is due now (N10). */
  schedule(delivery: Delivery): Delivery[]
  /** Whether the tenant's deliveries go one at a time, because their order matters (N10). */
  isOneAtATime(tenant: Tenant): boolean
  /** The fault that waits for the next attempt. It counts as used. */
  takeAttemptFault(delivery: Delivery): string | null
  composeAttempt(delivery: Delivery, endpoint: Endpoint, fault: string | null): Attempt
  /** N9. */
  isAccepted(tenant: Tenant, status: number): boolean
  /** Milliseconds until the next attempt after so many failed ones (N8); null to give up. */
  retryDelayMs(tenant: Tenant, failures: number): number | null
}

export interface OpeningRules {
  /** N28. */
  schema: typeof openRequestSchema
  /** N2. */
  keyReuse: 'replay' | 'ignored' | 'conflict'
  /** N22. */
  unknownTemplateStatus: 400 | 404 | 422
  /** N4. */
  unpublishedStatus: 400 | 404 | 409 | 422
  /** An inquiry's own lifetime, which caps a requested expiresAt (N25). */
  lifetimeMs: number
}

/** A status that an inquiry gets, now or later. */
export interface Step {
  status: string
  afterMs: number
  /** Of a portal decision (P4). Without one, nobody decided. */
  note?: string
  /** Sends no event (N29). */
  silent?: boolean
}

/** What one attempt sends, and how. */
export interface Attempt {
  deliveryId: string
  headers: Record<string, string>
  body: Uint8Array
  /** `slow` sends the body in steps; `reset` cuts the connection halfway. */
  manner: 'whole' | 'slow' | 'reset'
}
