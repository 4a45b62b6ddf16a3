// Prisma's PostgreSQL adapter, fixed for the migration engine. The adapter doesn't know PostgreSQL's internal type "char",
// which the engine reads for every key and constraint. Such a column is read as text, then gets its own type back.
import { PrismaPg } from '@prisma/adapter-pg'
import { ColumnTypeEnum, type SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import { parse } from 'libpg-query'
import type pg from 'pg'
import { z } from 'zod'

const INTERNAL_CHAR_OID = 18
const TEXT_OID = 25

// z.custom returns the same objects, which matters because fields are corrected in place and rows are recognised by identity.
const resultSchema = z.object({
  fields: z.array(z.custom<{ dataTypeID: number }>()),
  rows: z.custom<object>(),
})

export async function connectForEngine(pool: pg.Pool): Promise<SqlDriverAdapter> {
  const internalCharColumns = new WeakMap<object, Set<number>>()

  const query = async (...config: unknown[]) => {
    const result: unknown = await Reflect.apply(pool.query, pool, config)
    const parsed = resultSchema.safeParse(result)
    if (!parsed.success) return result
    const columns = new Set<number>()
    for (const [index, field] of parsed.data.fields.entries()) {
      if (field.dataTypeID !== INTERNAL_CHAR_OID) continue
      field.dataTypeID = TEXT_OID
      columns.add(index)
    }
    internalCharColumns.set(parsed.data.rows, columns)
    return result
  }
  const readingPool = new Proxy(pool, {
    get: (target, property) => (property === 'query' ? query : Reflect.get(target, property)),
  })

  const adapter = await new PrismaPg(readingPool).connect()
  const queryRaw = adapter.queryRaw.bind(adapter)
  adapter.queryRaw = async (statement) => {
    const result = await queryRaw(statement)
    const columns = internalCharColumns.get(result.rows)
    const columnTypes = result.columnTypes.map((type, index) =>
      columns?.has(index) ? ColumnTypeEnum.Character : type,
    )
    return { ...result, columnTypes }
  }
  adapter.executeScript = async (script) => {
    for (const sql of await statementsOf(script))
      await adapter.executeRaw({ sql, args: [], argTypes: [] })
  }
  return adapter
}

/** The adapter itself splits at every semicolon, even in a comment or a function body. */
async function statementsOf(script: string): Promise<string[]> {
  const bytes = Buffer.from(script)
  const { stmts = [] } = await parse(script)
  return stmts.map(({ stmt_location: start = 0, stmt_len: length = bytes.length - start }) =>
    bytes.subarray(start, start + length).toString(),
  )
}
