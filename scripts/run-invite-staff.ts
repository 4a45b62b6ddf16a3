// Invites an admin on the database that the environment names. Started by invite-staff.ts.

import { invitationSchema, inviteAdmin } from '../lib/back-office/staff-admin.ts'
import { LINK_HOURS, linkPath } from '../lib/back-office/staff-links.ts'
import { db } from '../lib/db.ts'
import { env } from '../lib/env.ts'
import { readOptions } from './options.ts'
import { readSettings } from './settings.ts'

Object.assign(process.env, readSettings(process.env).env)

const [email, ...name] = readOptions('staff:invite').positionals
const invitation = invitationSchema.safeParse({ email, name: name.join(' '), role: 'ADMIN' })
if (!invitation.success) {
  console.error('Usage: npm run staff:invite -- <email> <name>')
  process.exit(1)
}
try {
  const result = await inviteAdmin(invitation.data)
  if (result.ok)
    console.log(
      `Invited. The link to choose a password works once, for ${LINK_HOURS.invitation} hours:\n${env().NEXTAUTH_URL}${linkPath(result.token)}`,
    )
  else {
    console.error(
      'Someone with this email already exists. npm run staff:recover -- <email> lets them in again.',
    )
    process.exitCode = 1
  }
} catch (error) {
  // The message may contain the address, so only its class is printed.
  console.error(
    `Not invited (${error instanceof Error ? error.name : 'unknown'}): see npm run doctor.`,
  )
  process.exitCode = 1
} finally {
  await db().$disconnect()
}
