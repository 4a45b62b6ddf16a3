/** Verifies the audit trail's hash chain from end to end. It only reads, and may run alongside the sealer and retention. */
import 'server-only'
import {
  CHAINED_COLUMNS,
  type ChainEnds,
  type ChainedFacts,
  entryHash,
  GENESIS,
} from './audit-chain'
import { type DbOrTransaction, db } from './db'

const PAGE = 2_000

export interface Head {
  seq: bigint
  hash: string
}

export type Verdict =
  | { ok: true; entries: number; unsealed: number; head: Head }
  /** `isRemoved`: the chain is intact, and retention's entry says that the witness was removed. */
  | { ok: false; seq: bigint; id: string | null; why: string; isRemoved?: boolean }

type SealedEntry = ChainedFacts & { seq: bigint; hash: string }

/** Sealed entries after this one, oldest first. */
export const sealedAfter = (
  tx: DbOrTransaction,
  seq: bigint,
  limit: number,
): Promise<SealedEntry[]> => tx.$queryRaw`
  SELECT "seq", "hash", ${CHAINED_COLUMNS} FROM "AuditEntry" WHERE "seq" > ${seq} ORDER BY "seq" LIMIT ${limit}`

/** @returns why this entry can't follow `previous`, or null */
export function breakAt(previous: Head, entry: SealedEntry): string | null {
  if (entry.seq !== previous.seq + 1n) return `entry ${previous.seq + 1n} is missing`
  return entryHash(previous.hash, entry.seq, entry) === entry.hash
    ? null
    : 'the entry was changed, or the one before it was replaced'
}

/** The outcome of the entry with which retention records what it removed. */
export const trimmedThrough = (seq: bigint): string => `through_${seq}`
export const TRIMMED = 'audit.trimmed'

const ANOTHER_HASH = 'its hash was different earlier'
const REMOVED = 'a retention entry says that it was removed'

/**
 * @param witness an entry's number and hash, as logged or exported earlier: the chain must still contain it
 * @returns the first broken entry, if any
 */
export async function verifyChain(witness?: Head): Promise<Verdict> {
  const ends = await chainEnds()
  let previous: Head = { seq: ends.anchorSeq, hash: ends.anchorHash }
  let entries = 0
  if (ends.anchorSeq > 0n && !(await isRecorded(ends.anchorSeq))) {
    const why = `everything up to entry ${ends.anchorSeq} was removed, but no retention entry says so`
    return { ok: false, seq: ends.anchorSeq, id: null, why }
  }
  const isRemoved = witness !== undefined && witness.seq <= previous.seq
  if (isRemoved && witness.seq === previous.seq && witness.hash !== previous.hash)
    return { ok: false, seq: witness.seq, id: null, why: ANOTHER_HASH, isRemoved: false }
  while (previous.seq < ends.headSeq) {
    const page = await sealedAfter(db(), previous.seq, PAGE)
    for (const entry of page) {
      if (entry.seq > ends.headSeq) break
      const why = breakAt(previous, entry)
      if (why !== null) {
        // Retention may have removed the entries between two pages.
        const now = await chainEnds()
        if (now.anchorSeq > previous.seq) return verifyChain(witness)
        return { ok: false, seq: previous.seq + 1n, id: entry.id, why }
      }
      if (witness?.seq === entry.seq && witness.hash !== entry.hash)
        return { ok: false, seq: entry.seq, id: entry.id, why: ANOTHER_HASH }
      previous = { seq: entry.seq, hash: entry.hash }
      entries += 1
    }
    if (page.length < PAGE) break
  }
  if (previous.seq !== ends.headSeq) {
    const why = `entries up to ${ends.headSeq} were sealed, but the newest are missing`
    return { ok: false, seq: previous.seq + 1n, id: null, why }
  }
  if (previous.hash !== ends.headHash)
    return { ok: false, seq: previous.seq, id: null, why: 'the newest entry was replaced' }
  if (await hasForgedHead()) {
    const why = 'there are sealed entries after the newest one that the app sealed'
    return { ok: false, seq: ends.headSeq + 1n, id: null, why }
  }
  if (witness && witness.seq > ends.headSeq)
    return { ok: false, seq: witness.seq, id: null, why: 'it was sealed earlier, but is missing' }
  if (isRemoved) return { ok: false, seq: witness.seq, id: null, why: REMOVED, isRemoved }
  return { ok: true, entries, unsealed: await countUnsealed(), head: previous }
}

const EMPTY: ChainEnds = { headSeq: 0n, headHash: GENESIS, anchorSeq: 0n, anchorHash: GENESIS }

const chainEnds = async (): Promise<ChainEnds> =>
  (await db().auditChain.findUnique({ where: { id: 1 } })) ?? EMPTY

/** In one statement, because the sealer may be running. */
async function hasForgedHead(): Promise<boolean> {
  const found = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM "AuditEntry"
    WHERE "seq" > coalesce((SELECT "headSeq" FROM "AuditChain" WHERE "id" = 1), 0) LIMIT 1`
  return found.length > 0
}

const isRecorded = async (anchor: bigint): Promise<boolean> =>
  (await db().auditEntry.count({ where: { action: TRIMMED, outcome: trimmedThrough(anchor) } })) > 0

const countUnsealed = (): Promise<number> => db().auditEntry.count({ where: { seq: null } })
