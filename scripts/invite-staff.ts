// `npm run staff:invite -- <email> <name>`: invites an admin and prints a one-time link.
import { parseArgs } from 'node:util'
import { invitationSchema, inviteAdmin } from '../lib/back-office/staff-admin.ts'
import { LINK_HOURS, linkPath } from '../lib/back-office/staff-links.ts'
import { env } from '../lib/env.ts'
import { CommandError, onDatabase } from './on-database.ts'

await onDatabase(async () => {
  const [email, ...name] = parseArgs({ allowPositionals: true }).positionals
  const invitation = invitationSchema.safeParse({ email, name: name.join(' '), role: 'ADMIN' })
  if (!invitation.success) throw new CommandError('Usage: npm run staff:invite -- <email> <name>')
  const result = await inviteAdmin(invitation.data)
  if (!result.ok)
    throw new CommandError(
      'There is already an account with this email. npm run staff:recover -- <email> lets its owner sign in again.',
    )
  console.log(
    result.token === null
      ? `Invited. STAFF_SIGN_IN is oidc, so they sign in with your identity provider:\n${env().NEXTAUTH_URL}/admin/sign-in`
      : `Invited. This link to choose a password works once, for ${LINK_HOURS.invitation} hours:\n${env().NEXTAUTH_URL}${linkPath(result.token)}`,
  )
})
