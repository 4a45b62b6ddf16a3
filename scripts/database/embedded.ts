// Runs the embedded database as a process: `tsx scripts/database/embedded.ts`, with DATABASE_PORT and DATA_DIR. It locks its
// folder, prints one line when it is ready, and exits with its parent.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { z } from 'zod'
import { serveDatabase } from './database-server.ts'
import { FolderLockedError, lockFolder } from './folder-lock.ts'
import { loadEmpty } from './snapshot.ts'

const settingsSchema = z.object({
  DATABASE_PORT: z.coerce.number().int().min(0).max(65535).default(54329),
  DATA_DIR: z.string().min(1).default('.data'),
})

const settings = settingsSchema.parse(process.env)
const folder = join(resolve(settings.DATA_DIR), 'database')

try {
  mkdirSync(resolve(settings.DATA_DIR), { recursive: true })
  const lock = await lockFolder(folder)
  const isNew = !existsSync(join(folder, 'PG_VERSION'))
  const database = await (isNew ? createDatabase(folder) : PGlite.create(folder))
  const server = await serveDatabase(database, settings.DATABASE_PORT)
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await server.stop()
    lock.release()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('disconnect', stop)
  console.log(`database ready on 127.0.0.1:${server.port}`)
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

/** Creates the database in a draft folder and renames it, so a killed start leaves no incomplete database. */
async function createDatabase(folder: string): Promise<PGlite> {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  await (await loadEmpty(draft)).close()
  rmSync(folder, { recursive: true, force: true })
  renameSync(draft, folder)
  return PGlite.create(folder)
}

function explain(error: unknown): string {
  if (error instanceof FolderLockedError)
    return `The database folder ${error.message}: stop that process first.`
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `Port ${settings.DATABASE_PORT} is in use: set DATABASE_PORT to a free port.`
  }
  return `The embedded database could not start: ${error instanceof Error ? error.message : String(error)}`
}
