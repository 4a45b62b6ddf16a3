/**
 * Notices tell the customer about a confirmed decision, its reversal or an opened account. The transaction that makes the change
 * also writes the notice (an outbox). The instance that holds the inquiry's claim sends them in order, each at least once.
 */
import 'server-only'
import { type DbOrTransaction, db } from '../database/db'
import { notifyCustomer } from '../notify-customer'
import type { Notice } from '../prisma-client/client'
import { audit } from '../privacy/audit'
import { runMerchantCode } from './merchant-code'
import { type Claim, extendLease, lockClaim } from './queue'
import { readAgain } from './read-again'

export const addNotice = (
  data: Pick<Notice, 'inquiryId' | 'kind' | 'status' | 'at'>,
  tx: DbOrTransaction,
) => tx.notice.create({ data, select: { id: true } })

export const hasUnsentNotice = async (inquiryId: string, tx: DbOrTransaction): Promise<boolean> =>
  (await tx.notice.findFirst({ where: { inquiryId, sentAt: null }, select: { id: true } })) !== null

/**
 * Sends the inquiry's unsent notices, oldest first, until one fails or the claim is void.
 * @returns `failed` if a later claim has to send a notice again
 */
export async function sendNotices(claim: Claim): Promise<'sent' | 'failed'> {
  const { id: inquiry, referenceId, applicantHash, product } = claim
  for (let notice = await takeNotice(claim); notice; notice = await takeNotice(claim)) {
    const { id: key, kind, status, at, account } = notice
    const facts = { key, kind, status, at, inquiry, referenceId, applicantHash, product, account }
    const sent = { id: key, inquiryId: inquiry, kind, status }
    const noticeError = await runMerchantCode(
      async () => {
        await notifyCustomer({ ...facts, contact: () => readContact(claim) })
        await noteSent(sent)
      },
      { event: 'customer_not_notified', inquiry, correlationId: claim.correlationId },
    )
    // If another claim has sent the notice meanwhile, staff don't need to see this failure.
    const where = {
      id: inquiry,
      ...(noticeError && { notices: { some: { id: key, sentAt: null } } }),
    }
    await db().inquiry.updateMany({ where, data: { noticeError } })
    if (noticeError !== null) return 'failed'
  }
  return 'sent'
}

/** @returns the oldest unsent notice; null if there is none or the claim is void */
const takeNotice = (claim: Claim) =>
  db().$transaction(async (tx) => {
    const row = await lockClaim(claim, tx)
    if (!row) return null
    await extendLease(row, tx)
    const where = { inquiryId: row.id, sentAt: null }
    const notice = await tx.notice.findFirst({ where, orderBy: [{ at: 'asc' }, { id: 'asc' }] })
    return notice && { ...notice, account: row.account }
  })

/** Writes one audit entry, even if the notice is sent more than once. */
const noteSent = ({ id, inquiryId, kind, status }: Omit<Notice, 'at' | 'sentAt'>) =>
  db().$transaction(async (tx) => {
    const sent = { where: { id, sentAt: null }, data: { sentAt: new Date() } }
    if ((await tx.notice.updateMany(sent)).count === 0) return
    await tx.inquiry.updateMany({ where: { id: inquiryId }, data: { noticeError: null } })
    const outcome = kind === 'ACCOUNT_OPENED' ? 'account' : `${kind}_${status}`.toLowerCase()
    await audit({ actor: 'system', action: 'customer.notified', inquiry: inquiryId, outcome }, tx)
  })

/** @returns null if the service has no contact data: it sends no identity with some statuses (S3) */
async function readContact(claim: Claim) {
  const { identity } = await readAgain(claim)
  const { fullName, email, phone } = identity?.personalInfo ?? {}
  return fullName || email || phone ? { fullName, email, phone } : null
}
