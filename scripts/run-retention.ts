// Retention from the command line, on the database that the environment names. Started by retention.ts.
import { db } from '../lib/db.ts'
import { removeExpired } from '../lib/retention.ts'
import { readOptions } from './options.ts'
import { readSettings } from './settings.ts'

Object.assign(process.env, readSettings(process.env).env)

try {
  const dryRun = readOptions('retention').values['dry-run'] === true
  const { removed } = await removeExpired({ now: new Date(), dryRun })
  console.log(
    `${dryRun ? 'Would be removed' : 'Removed'}: the notes and reasons of ${removed.texts} inquiries, ${removed.events} events, ${removed.rejectedDeliveries} rejected deliveries, ${removed.auditEntries} audit entries, ${removed.revealRequests} requests to see an identity.`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await db().$disconnect()
}
