// Reads everything that the app stores: every value of every row of every table, and every file in a folder.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import type { Specimen } from './canaries'

const tablesSchema = z.array(z.object({ name: z.string() }))
const rowsSchema = z.array(z.object({ row: z.record(z.string(), z.unknown()) }))

/** @returns every stored value, located by `Table.column` */
export async function readTables(connectionString: string): Promise<Specimen[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const tables = await client.query(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    )
    const specimens: Specimen[] = []
    for (const { name } of tablesSchema.parse(tables.rows)) {
      const { rows } = await client.query(
        `SELECT to_jsonb("all") AS row FROM ${client.escapeIdentifier(name)} AS "all"`,
      )
      for (const { row } of rowsSchema.parse(rows))
        for (const [column, value] of Object.entries(row))
          specimens.push({ where: `${name}.${column}`, text: JSON.stringify(value) })
    }
    return specimens
  } finally {
    await client.end()
  }
}

/** @returns every file modified at or after `since`, one character per byte */
export function readFiles(folder: string, since = new Date(0)): Specimen[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).mtime >= since)
    .map((path) => ({ where: relative(folder, path), text: readFileSync(path, 'latin1') }))
}
