// Checks that the tables are as the migrations made them. Somebody may have changed them by hand.
import { dirname } from 'node:path'
import pg from 'pg'
import { NO_FILTER, openSchemaEngine, readSchema, SCHEMA_FILE } from '../database/schema-engine.ts'
import { type Finding, right, wrong } from './finding.ts'

export async function checkSchema(url: string): Promise<Finding> {
  const missing = missingParts(await diffDatabaseToSchema(url))
  if (missing.length === 0) return right('The tables are as the migrations made them')
  const columns = missing.flatMap(
    (sql) => /^ALTER TABLE "(\w+)" ADD COLUMN "(\w+)"/.exec(sql)?.slice(1, 3).join('.') ?? [],
  )
  return wrong(
    columns.length > 0
      ? `The database has no column ${columns.join(', ')}`
      : 'The tables differ from what the migrations made',
    `Somebody changed them by hand. Restore what was lost from a backup, or put back the structure only: ${missing.map((sql) => `${sql};`).join(' ')}`,
  )
}

async function diffDatabaseToSchema(url: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  try {
    const engine = await openSchemaEngine(pool)
    const files = [{ path: SCHEMA_FILE, content: readSchema() }]
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: dirname(SCHEMA_FILE) },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: NO_FILTER,
    })
    return stdout ?? ''
  } finally {
    await pool.end()
  }
}

/** One statement for each part that is missing or different. Anything extra in the database does no harm. */
function missingParts(script: string): string[] {
  return script
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim().replaceAll(/ {2,}/g, ' '))
    .flatMap((statement) => {
      const [, table, clauses] = /^(ALTER TABLE "\w+") ([\s\S]+)$/.exec(statement) ?? []
      if (!table || !clauses) return [statement]
      return clauses.split(/,\n/).map((clause) => `${table} ${clause.trim()}`)
    })
    .filter((part) => part !== '' && !/^(ALTER TABLE "\w+" )?DROP /.test(part))
}
