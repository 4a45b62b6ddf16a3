// Shared by the commands that use the database in DATABASE_URL.
import { db } from '../lib/db.ts'
import { EnvironmentError } from '../lib/env.ts'
import { errorName } from '../lib/log.ts'
import { readSettings, SettingsError } from './settings.ts'

/** The message tells the person at the terminal what to do, and is printed as it is. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Runs the command and disconnects. If it fails, prints one line and sets the exit code to 1. */
export async function onDatabase(command: () => Promise<void>): Promise<void> {
  try {
    Object.assign(process.env, readSettings(process.env).env)
    await command().finally(() => db().$disconnect())
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
}

function explain(error: unknown): string {
  const isForTerminal =
    error instanceof CommandError ||
    error instanceof SettingsError ||
    error instanceof EnvironmentError
  if (isForTerminal) return error.message
  const message = error instanceof Error ? error.message : ''
  // An unknown option.
  if (error instanceof TypeError && 'code' in error && /^ERR_PARSE_ARGS/.test(String(error.code)))
    return message
  const [, server] = /Can't reach database server at `?([^\s`]+)/.exec(message) ?? []
  if (server) return `The database at ${server} does not answer. Start it, or correct DATABASE_URL.`
  if (/relation .+ does not exist|table .+ does not exist/i.test(message))
    return 'A table is missing from the database: apply the migrations with npm run db:migrate.'
  // The message may contain what was entered or stored.
  return `The command failed (${errorName(error)}). Run npm run doctor to find the cause.`
}
