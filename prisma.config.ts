// What the Prisma CLI needs to know: where the schema and its migrations are.
// The application and the migration runner read neither this file nor the CLI.
import { defineConfig } from 'prisma/config'

// The CLI downloads a native engine before every command unless this names a file that exists. `generate` never runs
// that engine, so any file will do, and the install stays free of binaries. Migrations: see scripts/database/schema-engine.ts.
if (process.argv.includes('generate')) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= import.meta.filename
}

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
})
