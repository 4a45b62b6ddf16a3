import { expect, onTestFinished, test } from 'vitest'
import { diffToSchema, readSchema } from './new-migration.ts'
import { startTestDatabase } from './test-database.ts'

test('the migrations lead to the schema, and a change of the schema becomes SQL', async () => {
  const database = await startTestDatabase()
  onTestFinished(database.stop)
  const schema = readSchema()
  expect(await diffToSchema(database.url, schema)).toBe('')
  const changed = schema.replace('model Inquiry {', 'model Inquiry {\n  extra String?')
  expect(await diffToSchema(database.url, changed)).toMatch(
    /ALTER TABLE "Inquiry" ADD COLUMN +"extra" TEXT;/,
  )
})
