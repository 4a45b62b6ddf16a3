// Recovers an account on the database that the environment names. Started by recover-staff.ts.
import { z } from 'zod'
import { recoverStaff } from '../lib/back-office/staff-admin.ts'
import { LINK_HOURS, linkPath } from '../lib/back-office/staff-links.ts'
import { db } from '../lib/db.ts'
import { env } from '../lib/env.ts'
import { readOptions } from './options.ts'
import { readSettings } from './settings.ts'

Object.assign(process.env, readSettings(process.env).env)

const email = z.email().safeParse(readOptions('staff:recover').positionals[0])
if (!email.success) {
  console.error('Usage: npm run staff:recover -- <email>')
  process.exit(1)
}
try {
  const token = await recoverStaff(email.data)
  if (token === null) {
    console.error(
      'Nobody active has this email. npm run staff:invite -- <email> <name> invites an admin.',
    )
    process.exitCode = 1
  } else {
    console.log(
      `Sets a new password and removes the second factor. It works once, for ${LINK_HOURS.recovery} hours:\n${env().NEXTAUTH_URL}${linkPath(token)}`,
    )
  }
} catch (error) {
  // The message may contain the address, so only its class is printed.
  console.error(
    `Not recovered (${error instanceof Error ? error.name : 'unknown'}): see npm run doctor.`,
  )
  process.exitCode = 1
} finally {
  await db().$disconnect()
}
