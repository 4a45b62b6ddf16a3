// Creates the stories' staff in the database that the environment names. Started by e2e-staff.ts.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { db } from '../lib/db.ts'
import { hashPassword } from '../lib/passwords.ts'
import { ROLES } from '../lib/staff.ts'
import { readOptions } from './options.ts'
import { readSettings } from './settings.ts'

Object.assign(process.env, readSettings(process.env).env)

const domain = z.hostname().safeParse(readOptions('staff:e2e').positionals[0])
if (!domain.success) {
  console.error('Name a domain of your own: npm run staff:e2e -- staging.example')
  process.exit(1)
}
const password = randomBytes(18).toString('base64url')
const passwordHash = await hashPassword(password)
await db().$transaction(
  ROLES.map((role) => {
    const email = `${role.toLowerCase()}@${domain.data}`
    const account = { role, passwordHash, active: true, sessionsFrom: new Date() }
    return db().user.upsert({
      where: { email },
      create: { ...account, email, name: `Stories: ${role.toLowerCase()}` },
      update: account,
    })
  }),
)
await db().$disconnect()
console.log(`STAFF_DOMAIN=${domain.data}\nSTAFF_PASSWORD=${password}`)
console.log('Deactivate them at /admin/staff when the tests are done.')
