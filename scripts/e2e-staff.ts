// `npm run staff:e2e -- <domain>`: creates viewer@, reviewer@ and admin@<domain> with one new password, for E2E_TARGET=real.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Secret } from 'otpauth'
import { z } from 'zod'
import { audit } from '../lib/audit.ts'
import { db } from '../lib/db.ts'
import { encrypt } from '../lib/derived-key.ts'
import { hashPassword } from '../lib/passwords.ts'
import { ROLES } from '../lib/staff.ts'
import { CommandError, onDatabase } from './on-database.ts'

await onDatabase(async () => {
  const domain = z.hostname().safeParse(parseArgs({ allowPositionals: true }).positionals[0])
  if (!domain.success)
    throw new CommandError('Pass a domain that you own: npm run staff:e2e -- staging.example')
  const password = randomBytes(18).toString('base64url')
  const passwordHash = await hashPassword(password)
  const key = new Secret({ size: 20 }).base32
  await db().$transaction(async (tx) => {
    for (const role of ROLES) {
      const email = `${role.toLowerCase()}@${domain.data}`
      const now = new Date()
      const account = { role, passwordHash, active: true, sessionsFrom: now, heldByLink: null }
      const { id } = await tx.user.upsert({
        where: { email },
        create: { ...account, email, name: `Stories: ${role.toLowerCase()}` },
        update: account,
      })
      const secret = encrypt('second factor', id, key)
      const factor = { secret, confirmedAt: now, lastStep: 0, recoveryCodes: [] }
      await tx.secondFactor.upsert({
        where: { userId: id },
        create: { ...factor, userId: id },
        update: factor,
      })
      const facts = { actor: 'system', subject: id, action: 'staff.changed' as const }
      await audit({ ...facts, outcome: 'for_stories' }, tx)
    }
  })
  console.log(`STAFF_DOMAIN=${domain.data}\nSTAFF_PASSWORD=${password}\nSTAFF_TOTP_SECRET=${key}`)
  console.log('Deactivate these accounts at /admin/staff when the tests are done.')
})
