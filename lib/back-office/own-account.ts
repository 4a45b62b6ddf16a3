/** What staff change about their own account. Each change ends their other sessions and keeps this one. */
import 'server-only'
import { type AuditFacts, audit } from '../audit'
import type { Account } from '../auth'
import { type DbOrTransaction, db } from '../db'
import { type PasswordFault, passwordFault } from '../password-rules'
import { countPasswordAttempt } from '../password-sign-in'
import { hashPassword, isPassword } from '../passwords'
import { confirmEnrolment, discardPendingFactor, removeSecondFactor } from '../second-factor'
import { nextSessionsFrom, renewSession, type SessionClaims } from '../staff-session'

/** `signed_out`: another change to the account ended this session in the meantime, so nothing was changed. */
export type OwnChange = { ok: true } | { ok: false; reason: 'signed_out' }

type PasswordCheck =
  | { ok: true }
  | { ok: false; reason: 'wrong_password' | 'too_many_tries' | 'no_password' }

export type PasswordChange = OwnChange | PasswordCheck | { ok: false; reason: PasswordFault }

export async function changeOwnPassword(
  account: Account,
  { current, next }: { current: string; next: string },
): Promise<PasswordChange> {
  const { id, email } = account.staff
  const known = await checkOwnPassword(account, current)
  if (!known.ok) return known
  const fault = passwordFault(next, email)
  if (fault) return { ok: false, reason: fault }
  const passwordHash = await hashPassword(next)
  const change = async (tx: DbOrTransaction) => {
    await tx.user.update({ where: { id }, data: { passwordHash } })
    await discardPendingFactor(id, tx)
  }
  return endOthers(account, {}, change, { action: 'staff.password', outcome: 'changed' })
}

/** Asks for the password again, so an unlocked screen isn't enough to take over the account. */
async function checkOwnPassword(
  { staff: { id, email } }: Account,
  password: string,
): Promise<PasswordCheck> {
  const { passwordHash } = await db().user.findUniqueOrThrow({ where: { id } })
  if (passwordHash === null) return { ok: false, reason: 'no_password' }
  const attempt = await countPasswordAttempt(email)
  if (!attempt.allowed) return { ok: false, reason: 'too_many_tries' }
  if (!(await isPassword(passwordHash, password))) {
    await audit({ actor: id, subject: id, action: 'staff.password', outcome: 'wrong_password' })
    return { ok: false, reason: 'wrong_password' }
  }
  await attempt.forgive()
  return { ok: true }
}

/** @returns the recovery codes, to show once */
export async function setUpSecondFactor(account: Account, code: string) {
  const confirmed = await confirmEnrolment(account.staff, code)
  // If this session has ended too, the recovery codes must still be shown.
  if (confirmed.ok) await endOthers(account, { secondFactor: true })
  return confirmed
}

/** Removes it so that another app can be set up. */
export async function removeOwnSecondFactor(
  account: Account,
  password: string,
): Promise<OwnChange | PasswordCheck> {
  const known = await checkOwnPassword(account, password)
  if (!known.ok) return known
  const { id } = account.staff
  return endOthers(account, { secondFactor: false }, (tx) => removeSecondFactor(id, id, tx))
}

/** Signs out every other browser. */
export const endOtherSessions = (account: Account): Promise<OwnChange> =>
  endOthers(account, {}, undefined, { action: 'staff.signed_out', outcome: 'other_sessions' })

async function endOthers(
  { staff: { id }, claims }: Account,
  claimsChange: Partial<SessionClaims>,
  change: (tx: DbOrTransaction) => Promise<unknown> = async () => {},
  facts?: Pick<AuditFacts, 'action' | 'outcome'>,
): Promise<OwnChange> {
  const known = new Date(claims.sessionsFrom)
  const sessionsFrom = nextSessionsFrom(known)
  const isDone = await db().$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id, active: true, heldByLink: null, sessionsFrom: { lte: known } },
      data: { sessionsFrom },
    })
    if (count === 0) return false
    await change(tx)
    if (facts) await audit({ actor: id, subject: id, ...facts }, tx)
    return true
  })
  if (!isDone) return { ok: false, reason: 'signed_out' }
  await renewSession(claims, sessionsFrom, claimsChange)
  return { ok: true }
}
