// Creating an embedded database takes seconds, so it is created once, kept as a snapshot and loaded from then on.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'node_modules/.cache/database')

/** Without tables. @param dataDir in memory unless given; it must not contain a database */
export const loadEmpty = (dataDir?: string): Promise<PGlite> =>
  loadSnapshot('empty', [], () => PGlite.create(), dataDir)

/** Loads the snapshot, or makes a new one if `madeFrom` or the PGlite version has changed. */
export async function loadSnapshot(
  name: string,
  madeFrom: unknown,
  make: () => Promise<PGlite>,
  dataDir?: string,
): Promise<PGlite> {
  const hash = createHash('sha256')
    .update(readFileSync(join(ROOT, 'node_modules/@electric-sql/pglite/package.json')))
    .update(JSON.stringify(madeFrom))
    .digest('hex')
  const file = join(FOLDER, `${name}-${hash.slice(0, 16)}.tar`)
  const loadDataDir = readSnapshot(file) ?? (await makeSnapshot(file, make))
  return PGlite.create({ loadDataDir, ...(dataDir !== undefined && { dataDir }) })
}

async function makeSnapshot(file: string, make: () => Promise<PGlite>): Promise<Blob> {
  const made = await make()
  const snapshot = await made.dumpDataDir('none')
  await made.close()
  mkdirSync(FOLDER, { recursive: true })
  // Renamed into place, because another process may be reading or making the same snapshot.
  const draft = `${file}.${process.pid}.${Date.now()}`
  writeFileSync(draft, Buffer.from(await snapshot.arrayBuffer()))
  renameSync(draft, file)
  return snapshot
}

function readSnapshot(file: string): Blob | null {
  try {
    return new Blob([readFileSync(file)])
  } catch {
    return null
  }
}
