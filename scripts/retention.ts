// `npm run retention`: deletes data whose retention period has passed.
import { removeExpired } from '../lib/privacy/retention.ts'
import { onDatabase } from './on-database.ts'

await onDatabase(async () => {
  const { removed } = await removeExpired()
  console.log(
    `Removed: the texts of ${removed.texts} inquiries, and ${removed.auditEntries} audit entries.`,
  )
})
