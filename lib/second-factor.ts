/** The second factor: an authenticator app (TOTP, RFC 6238), with recovery codes for when it is lost. */
import 'server-only'
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { SITE } from '../site'
import { audit } from './audit'
import { type DbOrTransaction, db } from './db'
import { decrypt, encrypt, keyedHash } from './derived-key'
import { forgiveCodes, mayTryCode } from './limits'

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
/** Codes of the period before and after are accepted too: phones' clocks differ. */
const WINDOW = 1
const RECOVERY_CODES = 10
const RECOVERY_CODE_BYTES = 8

interface Owner {
  id: string
  email: string
}

const totpOf = (email: string, secret: string) =>
  new TOTP({
    issuer: `${SITE.name} Staff`,
    label: email,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })

export interface Enrolment {
  /** For the QR code. */
  uri: string
  /** For typing it in. */
  key: string
}

/**
 * What to enter in the authenticator app. Until a code confirms it or the password is replaced, the key stays
 * the same when the page is reloaded.
 * @returns null if a second factor is already set up
 */
export async function beginEnrolment(owner: Owner): Promise<Enrolment | null> {
  const known = await db().secondFactor.findUnique({ where: { userId: owner.id } })
  if (known?.confirmedAt) return null
  const pending = known && decrypt('second factor', owner.id, known.secret)
  const key = pending ?? new Secret({ size: SECRET_BYTES }).base32
  if (pending === null) {
    const secret = encrypt('second factor', owner.id, key)
    await db().secondFactor.upsert({
      where: { userId: owner.id },
      create: { userId: owner.id, secret },
      update: { secret },
    })
  }
  return { uri: totpOf(owner.email, key).toString(), key }
}

export type CodeRefusal = 'wrong_code' | 'used_code' | 'too_many_codes'

/** @returns recovery codes to show once, or why the code was refused */
export async function confirmEnrolment(
  owner: Owner,
  code: string,
): Promise<{ ok: true; recoveryCodes: string[] } | { ok: false; reason: CodeRefusal }> {
  if (!(await mayTryCode(owner.id))) return { ok: false, reason: 'too_many_codes' }
  const factor = await db().secondFactor.findUnique({ where: { userId: owner.id } })
  if (factor?.confirmedAt !== null) return { ok: false, reason: 'wrong_code' }
  const { secret } = factor
  const step = matchingStep(owner, secret, code)
  if (step === null) return { ok: false, reason: 'wrong_code' }
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const isSetUp = await db().$transaction(async (tx) => {
    const { count } = await tx.secondFactor.updateMany({
      where: { userId: owner.id, confirmedAt: null, secret },
      data: { confirmedAt: new Date(), lastStep: step, recoveryCodes: recoveryCodes.map(hashCode) },
    })
    // It has just been confirmed, or a new password has discarded the key.
    if (count === 0) return false
    await audit(
      { actor: owner.id, subject: owner.id, action: 'staff.second_factor', outcome: 'set_up' },
      tx,
    )
    return true
  })
  if (!isSetUp) return { ok: false, reason: 'wrong_code' }
  await forgiveCodes(owner.id)
  return { ok: true, recoveryCodes }
}

/** Accepts a code from the app or a recovery code, each once. */
export async function spendCode(
  owner: Owner,
  code: string,
): Promise<{ ok: true } | { ok: false; reason: CodeRefusal }> {
  if (!(await mayTryCode(owner.id))) return { ok: false, reason: 'too_many_codes' }
  const factor = await db().secondFactor.findUnique({ where: { userId: owner.id } })
  if (!factor?.confirmedAt) return { ok: false, reason: 'wrong_code' }
  const step = matchingStep(owner, factor.secret, code)
  if (step !== null) {
    const { count } = await db().secondFactor.updateMany({
      where: { userId: owner.id, lastStep: { lt: step } },
      data: { lastStep: step },
    })
    if (count === 0) return { ok: false, reason: 'used_code' }
  } else if (!(await spendRecoveryCode(owner, code))) return { ok: false, reason: 'wrong_code' }
  await forgiveCodes(owner.id)
  return { ok: true }
}

/** @returns the time step whose code this is */
function matchingStep(owner: Owner, encrypted: string, code: string): number | null {
  const token = code.replace(/\s/g, '')
  const key = decrypt('second factor', owner.id, encrypted)
  if (key === null || !/^\d{6}$/.test(token)) return null
  const delta = totpOf(owner.email, key).validate({ token, window: WINDOW })
  return delta === null ? null : Math.floor(Date.now() / 1000 / PERIOD_SECONDS) + delta
}

async function spendRecoveryCode(owner: Owner, code: string): Promise<boolean> {
  const hash = hashCode(code)
  return db().$transaction(async (tx) => {
    const spent = await tx.$executeRaw`
      UPDATE "SecondFactor" SET "recoveryCodes" = array_remove("recoveryCodes", ${hash})
      WHERE "userId" = ${owner.id}::uuid AND ${hash} = ANY ("recoveryCodes")`
    if (spent === 0) return false
    const outcome = 'recovery_code_used'
    await audit({ actor: owner.id, subject: owner.id, action: 'staff.second_factor', outcome }, tx)
    return true
  })
}

/** Call it when the password is replaced: someone who knew the old one may have seen the key. */
export async function discardPendingFactor(userId: string, tx: DbOrTransaction): Promise<void> {
  await tx.secondFactor.deleteMany({ where: { userId, confirmedAt: null } })
}

/** Lets a person who lost the app set up another one. */
export async function removeSecondFactor(
  userId: string,
  actor: string,
  tx: DbOrTransaction,
): Promise<void> {
  const { count } = await tx.secondFactor.deleteMany({ where: { userId } })
  if (count > 0)
    await audit({ actor, subject: userId, action: 'staff.second_factor', outcome: 'removed' }, tx)
}

/** Easy to read and type: four groups of four letters and digits. */
function newRecoveryCode(): string {
  const hex = randomBytes(RECOVERY_CODE_BYTES).toString('hex')
  return hex.match(/.{4}/g)?.join('-') ?? hex
}

const hashCode = (code: string): string =>
  keyedHash('recovery code', code.toLowerCase().replace(/[^0-9a-z]/g, ''))
