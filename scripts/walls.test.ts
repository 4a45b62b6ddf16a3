// Enforces the import table of docs/architecture.md, for type-only and dynamic imports too. Biome rejects import cycles.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './settings.ts'

const PRISMA = '@prisma/|lib/prisma-client/'
const BACK_OFFICE = 'app/admin/|app/api/admin/|components/admin/|lib/back-office/'

/** `from` matches files; `never` and `only` match the files and packages that they import. */
const WALLS: { from: RegExp; never?: RegExp; only?: RegExp }[] = [
  // The app must build after `rm -rf sandbox lab`.
  {
    from: /^(app|components|lib|scripts|prisma)\/|^(?!playwright)[^/]+$/,
    never: /^(sandbox|e2e|lab)\//,
  },
  // The customer's side must build without the back office.
  {
    from: new RegExp(`^(?!${BACK_OFFICE})(app|components|lib)/`),
    never: new RegExp(`^(${BACK_OFFICE})`),
  },
  { from: /^app\//, never: new RegExp(`^(${PRISMA}|lib/database/db$)`) },
  {
    from: /^components\//,
    never: new RegExp(
      `^(app/|server-only$|next/headers$|${PRISMA}|lib/(database/db|runtime/env|staff/auth)$)`,
    ),
  },
  { from: /^lib\//, never: /^(app|components)\// },
  // The core imports these folders, so they must not import the core.
  {
    from: /^lib\/([^/]+|database\/.*|http\/.*|privacy\/.*|runtime\/.*|staff\/.*)$/,
    never: /^lib\/(inquiries|back-office)\//,
  },
  { from: /^lib\/inquiries\//, never: /^(lib\/back-office\/|next\/)/ },
  // Another project must be able to copy this folder.
  { from: /^lib\/verification\//, only: /^(lib\/verification\/|zod$|node:)/ },
  // These test or replace the app over HTTP, so sharing its code would hide its mistakes.
  { from: /^(sandbox|e2e|lab)\//, never: /^(app|components|lib)\// },
  { from: /^sandbox\//, never: /^(scripts|prisma|e2e|lab)\// },
  { from: /^(e2e|lab)\//, never: /^sandbox\// },
]

/** Single imports that are allowed in spite of the table. */
const ALLOWED = [
  // Start-up starts the core's background work.
  'lib/runtime/start-up.ts -> lib/inquiries/reconcile',
  // Retention must keep the texts of inquiries that the app still follows.
  'lib/privacy/retention.ts -> lib/inquiries/queue',
  'lib/privacy/retention.ts -> lib/inquiries/status',
]

const IMPORT =
  /(?:^(?:import|export)\b[^'"`;]*?\bfrom\s*|^import\s*|\bimport\(\s*)['"]([^'"]+)['"]/gm

/** Tests may import whatever they test. */
const isTest = (file: string) => /\.test\.tsx?$|^lib\/testing\//.test(file)

function violations(file: string, source: string): string[] {
  return [...source.matchAll(IMPORT)].flatMap(([, specifier = '']) => {
    const path = specifier.startsWith('@/')
      ? specifier.slice(2)
      : specifier.startsWith('.')
        ? normalize(join(dirname(file), specifier))
        : specifier
    const imported = path.replace(/\.(tsx?|m?js)$/, '')
    const edge = `${file} -> ${imported}`
    const isRefused = WALLS.some(
      ({ from, never, only }) =>
        from.test(file) && (never?.test(imported) || only?.test(imported) === false),
    )
    return isRefused && !ALLOWED.includes(edge) ? [edge] : []
  })
}

test('no file imports across a wall', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(tsx?|m?js)$/.test(file) && !isTest(file) && existsSync(join(ROOT, file)))
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) => violations(file, readFileSync(join(ROOT, file), 'utf8')))
  expect(found).toEqual([])
})
