// `npm run staff:session -- reviewer`: prints a session cookie for the stories, made with the deployment's own secret and
// database. The person is on the staff page, where an admin can block them.
import { encode } from 'next-auth/jwt'
import { db } from '../lib/db.ts'
import { env } from '../lib/env.ts'
import { isRole, ROLES } from '../lib/staff.ts'
import { SESSION_SECONDS, sessionCookie } from '../lib/staff-session.ts'
import { CommandError, onDatabase } from './on-database.ts'

await onDatabase(async () => {
  const name = process.argv[2] ?? ''
  const role = name.toUpperCase()
  if (!isRole(role))
    throw new CommandError(`Usage: npm run staff:session -- ${ROLES.join('|').toLowerCase()}`)
  const now = new Date()
  const facts = { email: `${name}@stories.invalid`, name: `Stories (${name})`, role }
  const columns = { ...facts, signedInAt: now, seenAt: now }
  const { id, sessionsFrom, active } = await db().user.upsert({
    where: { issuer_subject: { issuer: 'staff:session', subject: name } },
    create: { issuer: 'staff:session', subject: name, ...columns },
    update: columns,
  })
  if (!active)
    throw new CommandError('An admin has blocked this person: unblock them at /admin/staff.')
  const token = { sub: id, signedInAt: now.getTime(), sessionsFrom: sessionsFrom.getTime() }
  const value = await encode({ token, secret: env().NEXTAUTH_SECRET, maxAge: SESSION_SECONDS })
  console.log(`E2E_STAFF_SESSION_${role}=${sessionCookie().name}=${value}`)
})
