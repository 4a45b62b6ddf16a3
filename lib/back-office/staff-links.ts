/**
 * One-time links with which a member of staff chooses a password: invitations and resets. There is no mail service, so the
 * creator of a link also sees it. If they use it, the account is held until another admin confirms a code.
 */
import 'server-only'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { audit } from '../audit'
import { type DbOrTransaction, db } from '../db'
import { keyedHash } from '../derived-key'
import { forgiveCodes, mayTryCode } from '../limits'
import { isOidcConfigured } from '../oidc'
import { type PasswordFault, passwordFault } from '../password-rules'
import { hashPassword } from '../passwords'
import type { Prisma } from '../prisma-client/client'
import { discardPendingFactor, removeSecondFactor, spendCode } from '../second-factor'
import { can, ROLES } from '../staff'
import { nextSessionsFrom } from '../staff-session'
import { uuid7At } from '../uuid7-time'
import { lockStaff } from './lock-staff'

const HOUR_MS = 3_600_000
const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** `password` keeps the second factor and asks for it; `recovery` removes it. */
export type LinkKind = 'invitation' | 'password' | 'recovery'
/** The outcome of the audit entry for an admin who was deactivated, or given a role that doesn't manage staff. */
export const MANAGEMENT_ENDED = 'staff_management_ended'
export const LINK_HOURS: Record<LinkKind, number> = { invitation: 72, password: 4, recovery: 4 }

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Earlier links of the account stop working, even if they are being used.
 * @param createdBy an admin's id, or `system` for the command line
 * @returns the token; only its hash is stored
 */
export async function createLink(
  tx: DbOrTransaction,
  { userId, kind, createdBy }: { userId: string; kind: LinkKind; createdBy: string },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(Date.now() + LINK_HOURS[kind] * HOUR_MS)
  await lockStaff(tx, [userId])
  // Not made to expire now: an instance whose clock is behind would still accept them.
  await tx.staffLink.deleteMany({ where: { userId, usedAt: null } })
  await tx.staffLink.create({
    data: { userId, kind, createdBy, expiresAt, tokenHash: hashToken(token) },
  })
  const facts = { actor: createdBy, subject: userId, action: 'staff.link' as const }
  await audit({ ...facts, outcome: `${kind}_created` }, tx)
  return token
}

/** The token follows the #, so neither server logs nor link previews see it. */
export const linkPath = (token: string): string => `/admin/set-password#${token}`

export type AcceptResult =
  /** `code`: to read out to an admin other than the link's creator, who then confirms the account. */
  | { ok: true; code: string | null }
  | {
      ok: false
      reason: 'invalid_link' | PasswordFault | 'code_required' | 'wrong_code' | 'too_many_codes'
    }

const unused = () => ({ usedAt: null, expiresAt: { gt: new Date() } })

/** Sets the password, uses up the link, and audits it. */
export async function acceptLink({
  token,
  password,
  code = '',
}: {
  token: string
  password: string
  code?: string
}): Promise<AcceptResult> {
  const link = TOKEN.test(token)
    ? await db().staffLink.findFirst({
        where: { tokenHash: hashToken(token), ...unused(), user: { active: true } },
        include: { user: { include: { secondFactor: true } } },
      })
    : null
  if (!link) return { ok: false, reason: 'invalid_link' }
  const { user } = link
  const fault = passwordFault(password, user.email)
  if (fault) return { ok: false, reason: fault }
  if (link.kind === 'password' && user.secondFactor?.confirmedAt) {
    if (code === '') return { ok: false, reason: 'code_required' }
    const used = await spendCode(user, code)
    if (!used.ok)
      return { ok: false, reason: used.reason === 'used_code' ? 'wrong_code' : used.reason }
  }
  const passwordHash = await hashPassword(password)
  return db().$transaction(async (tx): Promise<AcceptResult> => {
    const [locked] = await lockStaff(tx, [user.id])
    if (!locked?.active) return { ok: false, reason: 'invalid_link' }
    const confirmation = (await needsConfirmation(tx, link)) ? newCode() : null
    const { count } = await tx.staffLink.updateMany({
      where: { id: link.id, ...unused() },
      data: { usedAt: new Date(), codeHash: confirmation && hashCode(link.id, confirmation) },
    })
    // Someone has used or revoked it in the meantime.
    if (count === 0) return { ok: false, reason: 'invalid_link' }
    await discardPendingFactor(user.id, tx)
    if (link.kind === 'recovery') await removeSecondFactor(user.id, link.createdBy, tx)
    const heldByLink = confirmation === null ? null : link.id
    await tx.user.update({
      where: { id: user.id },
      data: { passwordHash, heldByLink, sessionsFrom: nextSessionsFrom(locked.sessionsFrom) },
    })
    const outcome = `${link.kind}_${confirmation === null ? 'used' : 'used_unconfirmed'}`
    await audit({ actor: 'nobody', subject: user.id, action: 'staff.link', outcome }, tx)
    return { ok: true, code: confirmation }
  })
}

/** How long an admin who took staff management away from another admin still needs someone else's confirmation. */
const COOLING_OFF_MS = 7 * 24 * HOUR_MS

/**
 * The creator might have used the link, so another admin has to confirm it. If there is no other admin, the link takes
 * effect immediately.
 */
async function needsConfirmation(
  tx: DbOrTransaction,
  { createdBy, userId }: { createdBy: string; userId: string },
): Promise<boolean> {
  if (createdBy === 'system') return false
  const managers = ROLES.filter((role) => can({ role }, 'staff.manage'))
  // An invited admin who never signed in can't confirm. A held account counts, or the creator could hold them all in turn.
  const couldSignIn = isOidcConfigured() ? {} : { passwordHash: { not: null } }
  const others = { id: { notIn: [createdBy, userId] }, ...couldSignIn }
  // In this order: the second query finds an admin who is deactivated after the first.
  const active = await tx.user.count({ where: { ...others, role: { in: managers }, active: true } })
  return active > 0 || (await tookManagementFrom(tx, createdBy, others)) > 0
}

/** Without this, the creator could deactivate or demote the others for a moment. */
async function tookManagementFrom(
  tx: DbOrTransaction,
  actor: string,
  others: Prisma.UserWhereInput,
): Promise<number> {
  const since = uuid7At(new Date(Date.now() - COOLING_OFF_MS))
  const taken = await tx.auditEntry.findMany({
    where: { id: { gte: since }, actor, action: 'staff.changed', outcome: MANAGEMENT_ENDED },
    select: { subject: true },
  })
  const ids = taken.flatMap(({ subject }) => subject ?? [])
  return tx.user.count({ where: { AND: [others, { id: { in: ids } }] } })
}

const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')
const hashCode = (linkId: string, code: string): string =>
  keyedHash('link code', `${linkId} ${code}`)

export type ConfirmResult =
  | { ok: true }
  | { ok: false; reason: 'forbidden' | 'not_found' | 'own_link' | 'wrong_code' | 'too_many_codes' }

/** Confirms the account: an admin has asked the person, by phone or face to face, for the code they were shown. */
export async function confirmLink(
  admin: { id: string; role: (typeof ROLES)[number] },
  userId: string,
  code: string,
): Promise<ConfirmResult> {
  if (!can(admin, 'staff.manage')) return { ok: false, reason: 'forbidden' }
  const user = await db().user.findUnique({ where: { id: userId } })
  if (!user?.heldByLink || user.id === admin.id) return { ok: false, reason: 'not_found' }
  const link = await db().staffLink.findUnique({ where: { id: user.heldByLink } })
  if (!link) return { ok: false, reason: 'not_found' }
  if (link.createdBy === admin.id) return { ok: false, reason: 'own_link' }
  if (!(await mayTryCode(link.id))) return { ok: false, reason: 'too_many_codes' }
  if (hashCode(link.id, code.replace(/\s/g, '')) !== link.codeHash)
    return { ok: false, reason: 'wrong_code' }
  const isConfirmed = await db().$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: userId, heldByLink: link.id },
      data: { heldByLink: null },
    })
    // Another admin has confirmed it, or a newer link has taken over.
    if (count === 0) return false
    const facts = { actor: admin.id, subject: userId, action: 'staff.link' as const }
    await audit({ ...facts, outcome: `${link.kind}_confirmed` }, tx)
    return true
  })
  if (!isConfirmed) return { ok: false, reason: 'not_found' }
  await forgiveCodes(link.id)
  return { ok: true }
}
