import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storedFormSchema } from './application-form'
import { db } from './db'
import { startTestApp, type TestApp } from './testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const document = readFileSync(join(import.meta.dirname, '../docs/privacy.md'), 'utf8')
const rows = [...document.matchAll(/^\| (\w+) +\| (`.*`) +\| (.*) \| (.*) \| (.*) ?\|$/gm)].map(
  ([, table, columns = '', , keptFor = '']) => ({
    columns: [...columns.matchAll(/`(\w+)`/g)].map(([, column]) => `${table}.${column}`),
    keptFor: keptFor.trim(),
  }),
)

/** Shorter columns hold a code, a name from the contract or a hash: a sentence doesn't fit. */
const TOO_SHORT_FOR_TEXT = 64

const columnsWhere = async (condition: string) => {
  const columns = await db().$queryRawUnsafe<{ name: string }[]>(`
    SELECT table_name || '.' || column_name AS "name" FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name <> '_prisma_migrations' AND ${condition}
      AND NOT (SELECT relispartition FROM pg_class WHERE oid = quote_ident(table_name)::regclass)`)
  return columns.map(({ name }) => name).toSorted()
}

/** The form declares these, and the first row about its answers covers them. Long texts also need a retention period (below). */
const formColumns = storedFormSchema.keyof().options.map((field) => `Inquiry.${field}`)

test('docs/privacy.md lists every column once, with how long it is kept', async () => {
  const named = rows.flatMap(({ columns }) => columns)
  const documented = [...named, ...formColumns.filter((column) => !named.includes(column))]
  expect(documented.toSorted()).toEqual(await columnsWhere('true'))
  for (const { columns, keptFor } of rows) expect(keptFor, columns.join()).not.toBe('')
})

test('every column that can hold a sentence is emptied after RETENTION_TEXT_DAYS', async () => {
  const texts = await columnsWhere(`
    table_name = 'Inquiry' AND data_type IN ('text', 'character varying', 'ARRAY')
    AND coalesce(character_maximum_length > ${TOO_SHORT_FOR_TEXT}, true)`)
  /** Ids, and codes of ours or the contract's. */
  const codes = ['referenceId', 'openError', 'readError', 'capabilities']
  const emptied = rows.filter(({ keptFor }) => keptFor.startsWith('`RETENTION_TEXT_DAYS`'))
  expect(emptied.flatMap(({ columns }) => columns).toSorted()).toEqual(
    texts.filter((name) => !codes.includes(name.replace('Inquiry.', ''))),
  )
})

test('retention empties the columns that docs/privacy.md says it does', () => {
  const retention = readFileSync(join(import.meta.dirname, 'retention.ts'), 'utf8')
  const emptied = rows.filter(({ keptFor }) => keptFor.startsWith('`RETENTION_TEXT_DAYS`'))
  for (const name of emptied.flatMap(({ columns }) => columns))
    expect(retention).toMatch(new RegExp(`"${name.replace('Inquiry.', '')}" = (NULL|'(\\{\\})?')`))
})
