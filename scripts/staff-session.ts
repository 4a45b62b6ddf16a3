// `npm run --silent staff:session -- reviewer`: prints a session cookie for the stories, made with the deployment's secret and
// database. Only what `export` takes goes to stdout, which the script in package.json opens as file 3. Logs go to stderr.
// The staff page lists the person, so an admin can block them.
import { writeSync } from 'node:fs'
import { encode } from 'next-auth/jwt'
import { isRole, ROLES } from '../lib/roles.ts'
import { env } from '../lib/runtime/env.ts'
import { SESSION_SECONDS, sessionCookie } from '../lib/staff/session.ts'
import { admit, COMMAND_ISSUER } from '../lib/staff/sign-in.ts'
import { onDatabase } from './on-database.ts'
import { CommandError } from './settings.ts'

await onDatabase(async () => {
  const name = process.argv[2] ?? ''
  const role = name.toUpperCase()
  if (!isRole(role))
    throw new CommandError(`Usage: npm run staff:session -- ${ROLES.join('|').toLowerCase()}`)
  const facts = { email: `${name}@stories.invalid`, name: `Stories (${name})`, role }
  const person = await admit({ issuer: COMMAND_ISSUER, subject: name, ...facts })
  if (typeof person === 'string')
    throw new CommandError('An admin has blocked this person: unblock them at /admin/staff.')
  const { id, sessionVersion } = person
  const signedInAt = Date.now()
  const token = { sub: id, signedInAt, sessionVersion }
  const value = await encode({ token, secret: env().NEXTAUTH_SECRET, maxAge: SESSION_SECONDS })
  const expires = new Date(signedInAt + SESSION_SECONDS * 1_000).toISOString()
  writeSync(3, `E2E_STAFF_SESSION_${role}=${sessionCookie().name}=${value};expires=${expires}\n`)
})
