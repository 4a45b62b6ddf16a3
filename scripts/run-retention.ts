// Retention from the command line, on the database that the environment names. Started by retention.ts.
import { z } from 'zod'
import { db } from '../lib/db.ts'
import { eraseApplicant, removeExpired } from '../lib/retention.ts'
import { readOptions } from './options.ts'
import { readSettings } from './settings.ts'

Object.assign(process.env, readSettings(process.env).env)

try {
  const { values } = readOptions('retention')
  console.log(await run(values['dry-run'] === true, values.erase))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await db().$disconnect()
}

async function run(dryRun: boolean, inquiry: string | boolean | undefined): Promise<string> {
  const tense = dryRun ? 'Would be removed' : 'Removed'
  if (inquiry === undefined) {
    const { removed } = await removeExpired({ now: new Date(), dryRun })
    return `${tense}: the notes and reasons of ${removed.texts} inquiries, ${removed.events} events, ${removed.rejectedDeliveries} rejected deliveries, ${removed.auditEntries} audit entries.`
  }
  const id = z.guid().safeParse(inquiry)
  if (!id.success)
    throw new Error('--erase takes the id of an inquiry, as in /admin/inquiries/{id}.')
  const erased = await eraseApplicant(id.data, { dryRun })
  if (!erased) throw new Error('There is no inquiry of this id.')
  return `${tense}: ${erased.inquiries} inquiries of the applicant and ${erased.events} events. What the service holds is erased by the service.`
}
