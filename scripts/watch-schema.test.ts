import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { watchSchema } from './watch-schema.ts'

/** Long enough for a busy machine. */
const WITHIN = { timeout: 20_000, interval: 20 }

test('a change of the schema is reported once, and a save without a change is not', async () => {
  const root = mkdtempSync(join(tmpdir(), 'schema-'))
  const schema = join(root, 'prisma/schema.prisma')
  mkdirSync(join(root, 'prisma'))
  writeFileSync(schema, 'model A {}')
  const onChange = vi.fn()
  const stop = watchSchema(root, onChange)
  writeFileSync(schema, 'model A {}')
  writeFileSync(schema, 'model B {}')
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), WITHIN)
  writeFileSync(schema, 'model B {}')
  writeFileSync(schema, 'model C {}')
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2), WITHIN)
  stop()
  rmSync(root, { recursive: true, force: true })
})
