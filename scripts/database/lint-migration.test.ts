import { expect, test } from 'vitest'
import { runTool } from '../run-tool.ts'
import { lintMigration } from './lint-migration.ts'
import { planMigrations } from './new-migration.ts'

const rulesOf = async (sql: string, phase = 'expand.') =>
  (await lintMigration(`-- Phase: ${phase}\n${sql}`)).map(({ rule }) => rule)

const REFUSED: [sql: string, rule: string][] = [
  ['ALTER TABLE "A" ADD COLUMN "b" INT NOT NULL', 'not-null'],
  ['ALTER TABLE "A" ALTER COLUMN "b" SET NOT NULL', 'not-null'],
  ['ALTER TABLE "A" DROP COLUMN "b"', 'drop'],
  ['DROP TABLE "A"', 'drop'],
  ['DROP TYPE "A"', 'drop'],
  ['ALTER TABLE "A" DROP CONSTRAINT "b"', 'drop'],
  ['ALTER TABLE "A" RENAME TO "B"', 'rename'],
  ['ALTER TABLE "A" RENAME COLUMN "b" TO "c"', 'rename'],
  [`ALTER TYPE "A" RENAME VALUE 'x' TO 'y'`, 'rename'],
  ['ALTER TABLE "A" ALTER COLUMN "b" TYPE TEXT', 'column-type'],
  ['ALTER TABLE "A" ALTER COLUMN "b" SET DATA TYPE VARCHAR(4)', 'column-type'],
  ['ALTER TABLE "A" ADD COLUMN "b" UUID DEFAULT gen_random_uuid()', 'rewrite'],
  ['ALTER TABLE "A" ADD COLUMN "b" BIGSERIAL', 'rewrite'],
  ['ALTER TABLE "A" ADD COLUMN "b" INT GENERATED ALWAYS AS ("c" + 1) STORED', 'rewrite'],
  ['CREATE INDEX "i" ON "A"("b")', 'index-concurrently'],
  ['DROP INDEX "i"', 'index-concurrently'],
  ['ALTER TABLE "A" ADD CONSTRAINT "u" UNIQUE ("b")', 'index-concurrently'],
  ['ALTER TABLE "A" ADD COLUMN "b" INT UNIQUE', 'index-concurrently'],
  ['CREATE INDEX CONCURRENTLY "i" ON "A"("b"); SELECT 1', 'concurrently-alone'],
  ['ALTER TABLE "A" ADD FOREIGN KEY ("b") REFERENCES "B"("id")', 'constraint-not-valid'],
  ['ALTER TABLE "A" ADD CHECK ("b" > 0)', 'constraint-not-valid'],
  ['UPDATE "A" SET "b" = 1', 'backfill-apart'],
  ['INSERT INTO "A" SELECT * FROM "B"', 'backfill-apart'],
  ['TRUNCATE "A"', 'truncate'],
  ['LOCK TABLE "A"', 'locks-table'],
  ['ALTER TABLE "A" SET SCHEMA "archive"', 'rename'],
  ['ALTER TABLE "A" ALTER COLUMN "b" DROP DEFAULT', 'drop'],
  ['WITH gone AS (DELETE FROM "A" RETURNING 1) SELECT count(*) FROM gone', 'backfill-apart'],
  ['MERGE INTO "A" USING "B" ON true WHEN MATCHED THEN DELETE', 'backfill-apart'],
  ['COMMIT', 'transaction'],
  ['ALTER TABLE "A" ENABLE ROW LEVEL SECURITY', 'unknown'],
  ['ALTER TABLE "A" SET UNLOGGED', 'unknown'],
  ['ALTER TABLE "A" ATTACH PARTITION "p" DEFAULT', 'unknown'],
  ['REVOKE INSERT ON "A" FROM app', 'unknown'],
  ['DO $$ BEGIN ALTER TABLE "A" DROP COLUMN "b"; END $$', 'unknown'],
]
test.each(REFUSED)('%s is refused by %s', async (sql, rule) => {
  expect(await rulesOf(sql)).toEqual([rule])
})

test.each([
  'ALTER TABLE "A" ADD COLUMN "b" TEXT',
  'ALTER TABLE "A" ADD COLUMN "b" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP',
  'ALTER TABLE "A" ALTER COLUMN "b" DROP NOT NULL',
  `ALTER TYPE "A" ADD VALUE 'x'`,
  'CREATE TABLE "N" ("id" UUID NOT NULL PRIMARY KEY); CREATE INDEX "i" ON "N"("id"); ALTER TABLE "N" ADD FOREIGN KEY ("id") REFERENCES "A"("id")',
  'CREATE UNIQUE INDEX CONCURRENTLY "i" ON "A"("b")',
  'DROP INDEX CONCURRENTLY "i"',
  'ALTER TABLE "A" ADD CONSTRAINT "u" UNIQUE USING INDEX "i"',
  'ALTER TABLE "A" ADD CONSTRAINT "c" CHECK ("b" > 0) NOT VALID',
  'ALTER TABLE "A" VALIDATE CONSTRAINT "c"',
])('%s is safe for the previous build', async (sql) => {
  expect(await rulesOf(sql)).toEqual([])
})

test('a contract migration with a reason may drop, but may not rename or lock', async () => {
  const drop = 'ALTER TABLE "A" DROP COLUMN "b"'
  expect(await rulesOf(drop, 'contract. No build since 1.4 reads it.')).toEqual([])
  expect(await rulesOf(drop, 'contract.')).toEqual(['phase'])
  expect(await rulesOf('ALTER TABLE "A" RENAME TO "B"', 'contract. Why not.')).toEqual(['rename'])
  expect(await rulesOf('DROP INDEX "i"', 'contract. Unused.')).toEqual(['index-concurrently'])
})

test('a backfill may change rows, and a file without a phase gives only that finding', async () => {
  expect(await rulesOf('UPDATE "A" SET "b" = 1 WHERE "id" < 1000', 'backfill.')).toEqual([])
  const findings = await lintMigration('UPDATE "A" SET "b" = 1')
  expect(findings.map(({ rule }) => rule)).toEqual(['phase'])
  expect(await lintMigration('SELECT 1;\n-- Phase: expand.')).toMatchObject([{ rule: 'phase' }])
})

test('a backfill may not take a table lock that it would hold while it changes rows', async () => {
  const fill = 'UPDATE "A" SET "b" = 1 WHERE "id" < 1000'
  for (const locking of [
    'ALTER TABLE "A" ADD COLUMN "b" integer',
    'CREATE TRIGGER "t" BEFORE INSERT ON "A" FOR EACH ROW EXECUTE FUNCTION "f"()',
  ]) {
    expect(await rulesOf(`${locking};\n${fill}`, 'backfill.')).toEqual(['backfill-locks'])
    expect(await rulesOf(locking)).toEqual([])
  }
  const ownTable = 'CREATE TABLE "C" ("id" integer);\nALTER TABLE "C" ADD COLUMN "b" integer'
  expect(await rulesOf(`${ownTable};\n${fill}`, 'backfill.')).toEqual([])
})

test('an exception needs a rule and a reason, and covers only that rule', async () => {
  const sql = 'DROP TABLE "A";\nUPDATE "B" SET "c" = 1'
  expect(await rulesOf(`-- Lint: allow drop: Nobody ever used it.\n${sql}`)).toEqual([
    'backfill-apart',
  ])
  expect(await rulesOf(`-- Lint: allow drop:\n${sql}`)).toEqual(['drop', 'backfill-apart'])
})

test('a finding has the right line, even after comments and multi-byte characters', async () => {
  const sql = '-- Phase: expand.\n-- Ärger\n\nSELECT 1;\n\n-- AlterTable\nDROP TABLE "A";'
  expect(await lintMigration(sql)).toMatchObject([{ rule: 'drop', line: 7 }])
})

test('the migrations of this project pass', async () => {
  const { exitCode, output } = await runTool([
    '--import',
    'tsx',
    'scripts/database/lint-migrations.ts',
  ])
  expect(exitCode, output).toBe(0)
})

test('a new migration states its phase, and warns about statements that break a running build', async () => {
  const diff = `-- AlterTable
ALTER TABLE "Inquiry" ADD COLUMN     "country" VARCHAR(2) NOT NULL,
DROP COLUMN "note";
`
  const [file] = await planMigrations('change', diff)
  expect(file?.sql).toBe(`-- Phase: contract.\n${diff}`)
  expect(file?.warnings).toEqual([
    expect.stringMatching(/^line 3: NOT NULL without a default/),
    expect.stringContaining('Say after "contract."'),
  ])
  const added = 'ALTER TABLE "Inquiry" ALTER COLUMN "note" SET DATA TYPE TEXT;\n'
  const [other] = await planMigrations('change', added)
  expect(other?.warnings).toEqual([expect.stringContaining('line 2: A changed type')])
})

test('an index on an existing table becomes a separate migration, after the rest', async () => {
  const diff = `-- AlterTable
ALTER TABLE "Inquiry" ADD COLUMN "country" VARCHAR(2);

-- CreateTable
CREATE TABLE "New" ("id" UUID NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "Inquiry_country_key" ON "Inquiry"("country");

-- CreateIndex
CREATE INDEX "New_id_idx" ON "New"("id");
`
  const [rest, index, ...more] = await planMigrations('add_country', diff)
  expect(more).toEqual([])
  expect(rest?.sql).toContain('CREATE INDEX "New_id_idx"')
  expect(index).toEqual({
    name: 'add_country_inquiry_country_key',
    sql: '-- Phase: expand.\n-- CreateIndex\nCREATE UNIQUE INDEX CONCURRENTLY "Inquiry_country_key" ON "Inquiry"("country");\n',
    warnings: [],
  })
})
