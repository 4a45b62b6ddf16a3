/** Creates the demo's staff. Safe to run again; it changes nothing that exists. */
import { hash } from '@node-rs/argon2'
import { PrismaPg } from '@prisma/adapter-pg'
import { prepareSession } from '../lib/database-session'
import { PrismaClient } from '../lib/prisma-client/client'
import { DEMO_PASSWORD, DEMO_USERS } from './demo-users'

const connectionString = process.env.DATABASE_URL
if (!connectionString) {
  console.error(
    'DATABASE_URL is missing. Start with `npm run demo`, which sets it, or set it to your database.',
  )
  process.exit(1)
}
const db = new PrismaClient({
  adapter: new PrismaPg({ connectionString, onConnect: prepareSession }),
})
const passwordHash = await hash(DEMO_PASSWORD)
await db.user.createMany({
  data: DEMO_USERS.map((user) => ({ ...user, passwordHash })),
  skipDuplicates: true,
})
await db.$disconnect()
