/** Retention of the audit trail. It removes the oldest entries of the hash chain, which then continues from an anchor. */
import 'server-only'
import { audit } from './audit'
import { lockChain, sealBatch } from './audit-chain'
import { breakAt, type Head, sealedAfter, TRIMMED, trimmedThrough } from './audit-verify'
import { db } from './db'

/**
 * Removes entries from the old end of the chain, up to the first that isn't older than `before` and at most a batch. An entry
 * in the chain records how far, and verification accepts no other anchor. Removing entries mustn't hide that someone changed
 * them, so a break among them is recorded first.
 * @returns how many entries were removed
 */
export async function trimChain(before: Date, batch: number): Promise<number> {
  // Seals entries from before the chain existed.
  await sealBatch()
  return db().$transaction(async (tx) => {
    const ends = await lockChain(tx)
    const entries = await sealedAfter(tx, ends.anchorSeq, batch)
    const young = entries.findIndex(({ at }) => at >= before)
    const expired = young === -1 ? entries : entries.slice(0, young)
    const last = expired.at(-1)
    if (last === undefined) return 0
    let previous: Head = { seq: ends.anchorSeq, hash: ends.anchorHash }
    for (const entry of expired) {
      if (breakAt(previous, entry) !== null)
        await audit({ actor: 'system', action: 'audit.broken', outcome: `entry_${entry.seq}` }, tx)
      previous = entry
    }
    await tx.$executeRaw`DELETE FROM "AuditEntry" WHERE "seq" <= ${last.seq}`
    await tx.$executeRaw`
      UPDATE "AuditChain" SET "anchorSeq" = ${last.seq}, "anchorHash" = ${last.hash}`
    await audit({ actor: 'system', action: TRIMMED, outcome: trimmedThrough(last.seq) }, tx)
    return expired.length
  })
}
