// `npm run staff:recover -- <email>`: prints a one-time link that lets this member of staff sign in again.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { recoverStaff } from '../lib/back-office/staff-admin.ts'
import { LINK_HOURS, linkPath } from '../lib/back-office/staff-links.ts'
import { env } from '../lib/env.ts'
import { CommandError, onDatabase } from './on-database.ts'

await onDatabase(async () => {
  const email = z.email().safeParse(parseArgs({ allowPositionals: true }).positionals[0])
  if (!email.success) throw new CommandError('Usage: npm run staff:recover -- <email>')
  const recovered = await recoverStaff(email.data)
  if (!recovered.ok)
    throw new CommandError(
      recovered.reason === 'no_password'
        ? 'STAFF_SIGN_IN is oidc, so there are no passwords: staff sign in with your identity provider, and recover their account there.'
        : 'No active member of staff has this email. npm run staff:invite -- <email> <name> invites an admin.',
    )
  console.log(
    `This link sets a new password and removes the second factor. It works once, for ${LINK_HOURS.recovery} hours:\n${env().NEXTAUTH_URL}${linkPath(recovered.token)}`,
  )
})
