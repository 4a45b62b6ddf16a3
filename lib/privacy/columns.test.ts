import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

/** Every column of the schema, in the form `Inquiry.note`. */
const columns = [...read('prisma/schema.prisma').matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].flatMap(
  ([, table, fields = '']) =>
    [
      ...fields.matchAll(
        /^ {2}(\w+) +(String|Int|BigInt|Float|Boolean|DateTime|Json|OpenState|NoticeKind)\b/gm,
      ),
    ].map(([, column]) => `${table}.${column}`),
)

test('docs/privacy.md names exactly the columns of the schema', () => {
  const named = [...read('docs/privacy.md').matchAll(/^\| (\w+) +\| (`.*?) +\|/gm)].flatMap(
    ([, table, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, column]) => `${table}.${column}`),
  )
  expect(columns.length).toBeGreaterThan(50)
  expect(named.toSorted()).toEqual(columns.toSorted())
})
