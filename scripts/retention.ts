// `npm run retention`: deletes what is past its retention period; `-- --dry-run` only counts.
import { parseArgs } from 'node:util'
import { removeExpired } from '../lib/retention.ts'
import { onDatabase } from './on-database.ts'

await onDatabase(async () => {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' } } })
  const dryRun = values['dry-run'] === true
  const { removed } = await removeExpired({ now: new Date(), dryRun })
  console.log(
    `${dryRun ? 'Would be removed' : 'Removed'}: the notes and reasons of ${removed.texts} inquiries, and ${removed.auditEntries} audit entries.`,
  )
})
