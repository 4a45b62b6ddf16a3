// `npm run audit:verify`: verifies the hash chain of the audit trail. Exits with 1 if it is broken.
import { parseArgs } from 'node:util'
import { sealAll } from '../lib/audit-chain.ts'
import { type Head, verifyChain } from '../lib/audit-verify.ts'
import { CommandError, onDatabase } from './on-database.ts'

await onDatabase(async () => {
  const { head } = parseArgs({ options: { head: { type: 'string' } } }).values
  const witness = head === undefined ? undefined : parseHead(head)
  // It may be that no process runs the sealer, as on a restored database or with RECONCILER=cron.
  await sealAll()
  const verdict = await verifyChain(witness)
  if (verdict.ok) {
    const { entries, unsealed } = verdict
    console.log(
      `The audit trail is intact: ${entries} entries, up to ${verdict.head.seq}:${verdict.head.hash}. Not sealed yet: ${unsealed}.`,
    )
  } else if (verdict.isRemoved) {
    console.error(
      `Entry ${verdict.seq} is no longer in the audit trail: ${verdict.why}. If it is newer than RETENTION_AUDIT_DAYS, somebody removed it. Otherwise use a newer head.`,
    )
    process.exitCode = 1
  } else {
    const entry = verdict.id === null ? '' : ` (${verdict.id})`
    console.error(`The audit trail is broken at entry ${verdict.seq}${entry}: ${verdict.why}.`)
    process.exitCode = 1
  }
})

function parseHead(text: string): Head {
  const match = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text)
  if (!match) throw new CommandError('--head takes a number and a hash, as in the log: 1234:ab12…')
  return { seq: BigInt(match[1] ?? 0), hash: match[2] ?? '' }
}
