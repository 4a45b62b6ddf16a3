// Invites an admin on the database that the environment names. Started by invite-staff.ts.

import { invitationSchema, inviteAdmin } from '../lib/back-office/staff-admin.ts'
import { db } from '../lib/db.ts'
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
  if (result.ok) console.log(`Invited. First password, shown once: ${result.password}`)
  else {
    console.error('Someone with this email already exists.')
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
