// Shared by commands that use the database at DATABASE_URL.
import { db } from '../lib/database/db.ts'
import { errorName } from '../lib/runtime/log.ts'
import { isForTerminal, readSettings } from './settings.ts'

/** Runs a command and disconnects. A failure prints one line and sets the exit code to 1. */
export async function onDatabase(command: () => Promise<void>): Promise<void> {
  try {
    Object.assign(process.env, readSettings(process.env, { deployed: true }).env)
    await command().finally(() => db().$disconnect())
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
}

function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  if (isForTerminal(error)) return message
  const [, server] = /Can't reach database server at `?([^\s`]+)/.exec(message) ?? []
  if (server) return `The database at ${server} does not answer. Start it, or correct DATABASE_URL.`
  if (/relation .+ does not exist|table .+ does not exist/i.test(message))
    return 'A table is missing from the database: apply the migrations with npm run db:migrate.'
  // Don't print the message: it may contain entered or stored data.
  return `The command failed (${errorName(error)}). Run npm run doctor to find the cause.`
}
