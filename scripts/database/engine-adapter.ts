// Prisma's PostgreSQL adapter as the migration engine needs it.
// The adapter does not know PostgreSQL's internal one-letter type "char", which the engine reads about every key and
// constraint; here such a column passes through it as text and is announced to the engine as what it is.
import { PrismaPg } from '@prisma/adapter-pg'
import { ColumnTypeEnum, type SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import type pg from 'pg'
import { z } from 'zod'

const INTERNAL_CHAR_OID = 18
const TEXT_OID = 25

// z.custom keeps the very objects: the field is corrected in place, and the rows are recognised afterwards.
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
  return adapter
}
