// Moves the clock of the app's own code, in this process only: `Date`, and the three functions that its SQL statements use for
// the time. The app doesn't notice, so its ordinary code can create a history.
import type { Db } from '../../lib/db'

const SCHEMA = 'demo_history'
const FUNCTIONS = [
  ['clock_timestamp', 'VOLATILE'],
  ['statement_timestamp', 'STABLE'],
  ['now', 'STABLE'],
] as const

const RealDate = Date
let shiftMs = 0

export interface MovedClock {
  /** Sets the app's time to this instant. It runs on from there. */
  moveTo: (instant: Date) => Promise<void>
  /** Returns to real time. */
  putBack: () => Promise<void>
}

/**
 * Only works on the embedded database, whose single session serves every connection: there, the search path also applies to the
 * app's pool.
 */
export async function moveClock(db: Db): Promise<MovedClock> {
  globalThis.Date = MovedDate as DateConstructor
  await run(db, [
    `DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`,
    `CREATE SCHEMA ${SCHEMA}`,
    `CREATE TABLE ${SCHEMA}.shift (ms float8 NOT NULL)`,
    `INSERT INTO ${SCHEMA}.shift VALUES (0)`,
    ...FUNCTIONS.map(
      ([name, volatility]) => `CREATE FUNCTION ${SCHEMA}.${name}() RETURNS timestamptz
        LANGUAGE plpgsql ${volatility} AS $$ BEGIN RETURN pg_catalog.${name}()
        + (SELECT ms FROM ${SCHEMA}.shift) * interval '1 millisecond'; END $$`,
    ),
    // Puts these functions before the built-in ones, which otherwise always come first.
    `SET search_path = ${SCHEMA}, public, pg_catalog`,
  ])
  return {
    moveTo: async (instant) => {
      shiftMs = instant.getTime() - RealDate.now()
      await db.$executeRawUnsafe(`UPDATE ${SCHEMA}.shift SET ms = ${shiftMs}`)
    },
    putBack: async () => {
      globalThis.Date = RealDate
      await run(db, ['RESET search_path', `DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`])
    },
  }
}

class MovedDate extends RealDate {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(RealDate.now() + shiftMs)
    else super(...parts)
  }

  static override now(): number {
    return RealDate.now() + shiftMs
  }
}

async function run(db: Db, statements: string[]): Promise<void> {
  for (const statement of statements) await db.$executeRawUnsafe(statement)
}
