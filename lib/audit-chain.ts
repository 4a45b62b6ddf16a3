/**
 * The audit trail's hash chain: each entry's hash covers the hash of the entry before it, so changing, removing or inserting
 * an entry breaks the chain. Entries are stored without a hash, in the transaction of what they record. A sealer adds them
 * to the chain after the commit, so no customer's transaction waits for another's. It can't know who stored an entry: a
 * forged one is added to the end of the chain, whatever its date.
 */
import 'server-only'
import { createHash } from 'node:crypto'
import { type DbOrTransaction, db } from './db'
import { errorName, log } from './log'
import { Prisma } from './prisma-client/client'

/** The hash that the very first entry continues from. */
export const GENESIS = '0'.repeat(64)
const BATCH = 1_000
const TICK_MS = 1_000
/** How often the newest hash is logged, out of reach of someone who can only change the database. */
const WITNESS_MS = 60_000

/** All columns of an entry, in the order in which they are hashed. */
export interface ChainedFacts {
  id: string
  at: Date
  actor: string
  action: string
  subject: string | null
  inquiryRow: string | null
  outcome: string
  correlationId: string | null
}

export const CHAINED_COLUMNS = Prisma.sql`
  "id", "at", "actor", "action", "subject", "inquiryRow", "outcome", "correlationId"`

/** SHA-256, in hex, of a JSON array: docs/operations.md describes it, so an export can be checked without this code. */
export function entryHash(previousHash: string, seq: bigint, entry: ChainedFacts): string {
  const covered = [
    previousHash,
    String(seq),
    entry.id,
    entry.at.toISOString(),
    entry.actor,
    entry.action,
    entry.subject,
    entry.inquiryRow,
    entry.outcome,
    entry.correlationId,
  ]
  return createHash('sha256').update(JSON.stringify(covered)).digest('hex')
}

export interface ChainEnds {
  headSeq: bigint
  headHash: string
  anchorSeq: bigint
  anchorHash: string
}

/** Only the holder of this lock may extend the chain or remove its oldest entries. */
export async function lockChain(tx: DbOrTransaction): Promise<ChainEnds> {
  const [ends] = await tx.$queryRaw<ChainEnds[]>`
    INSERT INTO "AuditChain" ("id", "headHash", "anchorHash") VALUES (1, ${GENESIS}, ${GENESIS})
    ON CONFLICT ("id") DO UPDATE SET "id" = 1
    RETURNING "headSeq", "headHash", "anchorSeq", "anchorHash"`
  if (!ends) throw new Error('The audit chain has no row')
  return ends
}

/** Seals a batch of committed entries. @returns how many */
export async function sealBatch(): Promise<number> {
  const pending = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM "AuditEntry" WHERE "seq" IS NULL LIMIT 1`
  if (pending.length === 0) return 0
  const sealed = await db().$transaction(async (tx) => {
    const ends = await lockChain(tx)
    const entries = await tx.$queryRaw<ChainedFacts[]>`
      SELECT ${CHAINED_COLUMNS} FROM "AuditEntry" WHERE "seq" IS NULL ORDER BY "id" LIMIT ${BATCH}`
    let { headSeq, headHash } = ends
    const rows = entries.map((entry) => {
      headSeq += 1n
      headHash = entryHash(headHash, headSeq, entry)
      return { id: entry.id, seq: headSeq, hash: headHash }
    })
    await tx.$executeRaw`
      UPDATE "AuditEntry" AS entry SET "seq" = sealed."seq", "hash" = sealed."hash"
      FROM unnest(
        ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ seq }) => seq)}::bigint[], ${rows.map(({ hash }) => hash)}::text[]
      ) AS sealed ("id", "seq", "hash")
      WHERE entry."id" = sealed."id"`
    await tx.$executeRaw`UPDATE "AuditChain" SET "headSeq" = ${headSeq}, "headHash" = ${headHash}`
    return { count: rows.length, headSeq, headHash }
  })
  newest = `${sealed.headSeq}:${sealed.headHash}`
  return sealed.count
}

/** Seals everything that is committed, in batches. */
export async function sealAll(isStopped = () => false): Promise<void> {
  while (!isStopped() && (await sealBatch()) === BATCH);
  // A process may have sealed it and died before logging it.
  newest ??= await readHead()
  if (Date.now() >= witnessedAt + WITNESS_MS) witness()
}

async function readHead(): Promise<string | undefined> {
  const ends = await db().auditChain.findUnique({ where: { id: 1 } })
  return ends ? `${ends.headSeq}:${ends.headHash}` : undefined
}

/** Kept in memory while this process lives, because the database might be changed in the meantime. */
let newest: string | undefined
let witnessed: string | undefined
let witnessedAt = 0

/** `npm run audit:verify -- --head <seq>:<hash>` proves that the chain still contains an entry that was logged earlier. */
function witness(): void {
  if (newest === undefined || newest === witnessed) return
  witnessedAt = Date.now()
  witnessed = newest
  log.info('audit_sealed', { head: newest })
}

/** Seals once a second while the process runs. Any number of instances may do so. */
export function startSealer(): { stop(): Promise<void> } {
  let isStopped = false
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => sealAll(() => isStopped))
      .catch((error) => log.error('audit_seal_failed', { error: errorName(error) }))
  }, TICK_MS)
  timer.unref()
  return {
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await running
      witness()
    },
  }
}
