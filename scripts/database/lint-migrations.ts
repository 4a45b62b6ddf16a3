// Part of `npm run check`: each migration must state its phase and be safe while two builds use the database.
import { join } from 'node:path'
import { lintMigration, PHASES } from './lint-migration.ts'
import { MIGRATIONS_FOLDER, readMigrations, scriptOf } from './schema-engine.ts'

/**
 * The phases of migrations that are older than the lint. They can't be in the files, because editing a file changes the
 * checksum that databases have recorded. No database had customers when these were written.
 */
const LEGACY_PHASES: Record<string, string> = {
  '20261121124321_init': 'expand',
  '20261122010000_rejected_deliveries': 'expand',
  '20261122020000_text_retention': 'expand',
  '20261122030000_one_writer': 'expand, backfill and contract in one: stop the previous build',
  '20261122040000_reference_search': 'contract: stop the previous build',
  '20261122041000_role_as_text': 'contract: stop the previous build',
  '20261122063000_device_handoff': 'expand',
  '20261122065833_waiting_since':
    'expand and backfill; its indexes and its update block writes to inquiries while they run',
  '20261122070000_fruitless_reads': 'expand',
  '20261122071000_audit_chain': 'expand; building its two indexes blocks writes to the audit trail',
  '20261122071321_staff_security': 'expand',
}

let failed = 0
for (const migration of readMigrations().migrationDirectories) {
  if (migration.path in LEGACY_PHASES) continue
  const file = join(MIGRATIONS_FOLDER, migration.path, 'migration.sql')
  for (const { rule, line, message } of await lintMigration(scriptOf(migration))) {
    failed++
    console.error(`${file}:${line} ${rule}: ${message}`)
  }
}
if (failed > 0) {
  console.error(
    `The phases are ${PHASES.join(', ')}. If a rule doesn't apply, add: -- Lint: allow <rule>: <why>`,
  )
  process.exit(1)
}
