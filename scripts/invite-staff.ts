// `npm run staff:invite -- <email> <name>`: invites an admin and prints a one-time link.
import { invitationSchema, inviteAdmin } from '../lib/back-office/staff-admin.ts'
import { LINK_HOURS, linkPath } from '../lib/back-office/staff-links.ts'
import { env } from '../lib/env.ts'
import { CommandError, onDatabase } from './on-database.ts'
import { readOptions } from './options.ts'

await onDatabase(async () => {
  const [email, ...name] = readOptions('staff:invite').positionals
  const invitation = invitationSchema.safeParse({ email, name: name.join(' '), role: 'ADMIN' })
  if (!invitation.success) throw new CommandError('Usage: npm run staff:invite -- <email> <name>')
  const result = await inviteAdmin(invitation.data)
  if (!result.ok)
    throw new CommandError(
      'Someone with this email already exists. npm run staff:recover -- <email> lets them in again.',
    )
  console.log(
    result.token === null
      ? `Invited. STAFF_SIGN_IN is oidc, so they sign in with your identity provider:\n${env().NEXTAUTH_URL}/admin/sign-in`
      : `Invited. The link to choose a password works once, for ${LINK_HOURS.invitation} hours:\n${env().NEXTAUTH_URL}${linkPath(result.token)}`,
  )
})
