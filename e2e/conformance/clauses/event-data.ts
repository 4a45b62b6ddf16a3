// What an event says, and what a receiver makes of it: W9, W10.
import { z } from 'zod'
import { clause } from '../clause.ts'
import { dataOf, eventOf, NotDelivered } from '../events.ts'
import { dateTimeSchema, expectShape, UUID, uuidSchema } from '../expectations.ts'
import { open, openedId, read } from '../inquiries.ts'
import { expectSameDataAfterReversal } from '../isolation.ts'
import { openTraced } from '../lives.ts'
import { type OwnTenant, USUAL_DEFINITION } from '../sandbox-control.ts'
import { expectOwnApprovals } from '../transitions.ts'
import type { Trial } from '../trial.ts'
import { demand, Unreachable } from '../verdict.ts'

const CAPABILITIES = ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH']

const approvedSchema = z.object({
  inquiryId: uuidSchema,
  referenceId: z.string(),
  status: z.literal('APPROVED'),
  approvedAt: dateTimeSchema,
  correlationId: uuidSchema,
  succeededCapabilities: z.array(z.enum(CAPABILITIES)),
})

/** What the customer does, and which capabilities must count as succeeded. */
const FLOWS: readonly {
  name: string
  steps?: string[]
  results?: { capability: string; succeeded?: boolean }[]
  succeeded: string[]
}[] = [
  {
    name: 'a capability that succeeded at the second attempt',
    results: [{ capability: 'PASSPORT_SCAN', succeeded: false }, { capability: 'PASSPORT_SCAN' }],
    succeeded: CAPABILITIES,
  },
  {
    name: 'a capability that was taken twice',
    results: [{ capability: 'FACE_MATCH' }, { capability: 'FACE_MATCH' }],
    succeeded: CAPABILITIES,
  },
  {
    name: 'capabilities that the template lacks',
    steps: ['PERSONAL_INFO', 'FACE_MATCH'],
    succeeded: ['PERSONAL_INFO', 'FACE_MATCH'],
  },
  {
    name: "a step that the contract doesn't name",
    steps: [...CAPABILITIES, 'SIGNATURE'],
    succeeded: CAPABILITIES,
  },
]

export const EVENT_DATA = [
  clause('W9', 'data of inquiry.approved', async (trial) => {
    const { delivery, tenant, inquiryId } = await trial.events.delivered('inquiry.approved')
    const data = expectShape(approvedSchema, dataOf(delivery), 'data of inquiry.approved')
    demand(data.inquiryId === inquiryId, 'inquiry.approved: a different inquiryId')
    if (!tenant) return
    const { referenceId } = await read(tenant.merchant, inquiryId)
    demand(data.referenceId === referenceId, 'inquiry.approved: a different referenceId')
    expectSucceeded(dataOf(delivery), CAPABILITIES)
    await trial.also('every approval', async () => expectOwnApprovals(await trial.lives()))
    await trial.also('the correlation id of the open request', () => expectOwnCorrelationId(trial))
    await trial.also('a generated correlation id', async () => {
      const own = await trial.ownTenant({ receives: true })
      const opened = await own.merchant.open()
      const shown = opened.headers.get('x-correlation-id') ?? ''
      if (!UUID.test(shown))
        throw new Unreachable('the response to the open has no correlation id (N24)')
      const id = openedId(opened)
      await own.complete(id, 'APPROVED')
      const { correlationId } = await approvalOf(own, id)
      demand(correlationId === shown, 'inquiry.approved: not the correlationId of the open')
    })
    for (const { name, steps = CAPABILITIES, results = [], succeeded } of FLOWS) {
      await trial.also(name, async () => {
        const definition = { ...USUAL_DEFINITION, steps }
        const own = await trial.ownTenant({ receives: true, definition })
        const id = await open(own.merchant)
        for (const result of results) await own.record(id, result)
        await own.complete(id, 'APPROVED')
        expectSucceeded(await approvalOf(own, id), succeeded)
      })
    }
    await trial.also('a retry after a reversal', () => expectSameDataAfterReversal(trial))
  }),

  clause('W10', 'a receiver verifies the raw bytes and compares digests', async () => {
    throw new Unreachable('it is about the receiver, not the service: see the receiver battery')
  }),
]

/** Neither a later request nor a retry of the open changes it. */
async function expectOwnCorrelationId(trial: Trial): Promise<void> {
  const own = await trial.ownTenant({ receives: true })
  const request = { referenceId: `conformance-${crypto.randomUUID()}` }
  const { inquiryId, correlationId, idempotencyKey } = await openTraced(own, request)
  if (correlationId === null)
    throw new Unreachable('the service neither accepts nor shows a correlation id (N24)')
  const other = () => ({ 'x-correlation-id': crypto.randomUUID() })
  await own.merchant.open(request, { 'idempotency-key': idempotencyKey, ...other() })
  const second = await openTraced(own)
  await own.merchant.status(inquiryId, other())
  for (const each of [second.inquiryId, inquiryId]) await own.complete(each, 'APPROVED')
  const data = await approvalOf(own, inquiryId, 2)
  demand(
    data.correlationId === correlationId,
    'inquiry.approved: not the correlationId of the open',
  )
}

/** The data of the approval's event. */
async function approvalOf(
  tenant: OwnTenant,
  inquiryId: string,
  atLeast = 1,
): Promise<Record<string, unknown>> {
  const approval = (await tenant.delivered(atLeast)).find(
    (each) => dataOf(each).inquiryId === inquiryId && eventOf(each).type === 'inquiry.approved',
  )
  if (!approval) throw new NotDelivered('no inquiry.approved arrived')
  return dataOf(approval)
}

function expectSucceeded(data: Record<string, unknown>, expected: readonly string[]): void {
  const { succeededCapabilities } = expectShape(approvedSchema, data, 'data of inquiry.approved')
  const list = (names: readonly string[]) => names.toSorted().join(', ')
  demand(
    list(succeededCapabilities) === list(expected),
    `inquiry.approved: expected succeededCapabilities ${list(expected)}, got ${list(succeededCapabilities)}`,
  )
}
