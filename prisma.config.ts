// Settings of the Prisma CLI, which the app and the migration runner don't use.
import { defineConfig } from 'prisma/config'

// The CLI downloads a native engine before every command unless this names an existing file. `generate` never runs that
// engine, so any file will do. Migrations: see scripts/migrate.ts and scripts/new-migration.ts.
if (process.argv.includes('generate')) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= import.meta.filename
}

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
})
