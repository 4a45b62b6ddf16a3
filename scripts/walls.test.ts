// The walls between the folders, from the table in docs/architecture.md. Type-only and dynamic imports count.
// Biome's noImportCycles (biome.json) rejects import cycles.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { type Node, parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { ROOT } from './settings.ts'
import { childrenOf } from './syntax-tree.ts'

type Wall = {
  from: RegExp
  /** Matches paths from the root and names of packages. */
  never?: RegExp
  /** If set, nothing else may be imported. */
  only?: RegExp
  why: string
  /** Applies to tests too, because a cut runs the remaining tests. */
  holdsTests?: true
}

const TEST = /\.test\.tsx?$|^lib\/testing\//
const PRISMA = '@prisma/|lib/prisma-client/'
const STAFF_SIDE = 'app/admin/|app/api/admin/|components/admin/|lib/back-office/'

const WALLS: Wall[] = [
  {
    from: /^(app|components|lib)\//,
    never: /^(sandbox|e2e|lab)\//,
    why: 'without sandbox, e2e and lab the tests of the app must still pass',
    holdsTests: true,
  },
  {
    from: /^(app|components|lib|scripts|prisma)\/|^(?!playwright\.config)[^/]+\.(ts|js)$/,
    never: /^(sandbox|e2e|lab)\//,
    why: 'without sandbox, e2e and lab the app must still build',
  },
  {
    from: new RegExp(`^(?!${STAFF_SIDE})(app|components|lib)/|^[^/]+\\.ts$`),
    never: new RegExp(`^(${STAFF_SIDE})`),
    why: "without the back office the customer's side must still build",
    holdsTests: true,
  },
  {
    from: /^(?!(app|components|lib)\/demo\/)(app|components|lib)\//,
    never: /^(app|components|lib)\/demo\//,
    why: "without the presenter's guide the app must still build",
    holdsTests: true,
  },
  {
    from: /^app\//,
    never: new RegExp(`^(${PRISMA}|lib/db$)`),
    why: 'app queries through lib, which returns plain view types',
  },
  {
    from: /^components\//,
    never: new RegExp(`^(app/|server-only$|next/headers$|${PRISMA})`),
    why: 'components import neither routes nor server code',
  },
  {
    from: /^components\//,
    never: /^lib\/(db|env|auth|verification\/client)$/,
    why: "components import lib's pure rules, schemas and view types",
  },
  {
    from: /^lib\//,
    never: /^(app|components)\//,
    why: 'lib returns a value and leaves routes and screens to app',
  },
  {
    from: /^lib\/[^/]+$/,
    never: /^lib\/(inquiries|back-office)\//,
    why: 'the core imports these files, so they must not import the core',
  },
  {
    from: /^lib\/inquiries\//,
    never: /^(lib\/back-office\/|next\/navigation$)/,
    why: 'the core works without a back office and without Next',
  },
  {
    from: /^lib\/verification\//,
    only: /^(lib\/verification\/|zod$|node:)/,
    why: 'the client can be copied into any project, so it only uses zod, Node and its own files',
  },
  {
    from: /^sandbox\//,
    never: /^(app|components|lib|scripts|prisma|e2e|lab)\//,
    why: 'the wire is real: the sandbox shares no code with the project',
  },
  {
    from: /^(e2e|lab)\//,
    never: /^(app|components|lib|sandbox)\//,
    why: 'tests and benchmarks only use the app and the service over HTTP',
  },
]

/** Exceptions for one import each, as `file -> import`. */
const ALLOWED = [
  // Start-up wires the core's background work to the process.
  'lib/start-up.ts -> lib/inquiries/reconcile',
  // Readiness queries the database directly, and returns no row.
  'app/api/health/ready/route.ts -> lib/db',
  'app/layout.tsx -> app/demo/presenter-strip',
]

function violations(file: string, source: string): string[] {
  const walls = TEST.test(file) ? WALLS.filter(({ holdsTests }) => holdsTests) : WALLS
  return importsOf(file, source).flatMap(({ path }) => {
    const edge = `${file} -> ${path}`
    if (ALLOWED.includes(edge)) return []
    return walls
      .filter(
        ({ from, never, only }) =>
          from.test(file) && (never?.test(path) || (only !== undefined && !only.test(path))),
      )
      .map(({ why }) => `${edge}: ${why}`)
  })
}

type Import = { path: string; isTypeOnly: boolean }

/** Static, type-only and dynamic imports, re-exports, and `import('…')` in types. */
function importsOf(file: string, source: string): Import[] {
  const parsed = parseSync(file, source)
  const { staticImports, staticExports } = parsed.module
  const imports: Import[] = []
  const add = (specifier: string, isTypeOnly: boolean) =>
    imports.push({ path: resolveImport(file, specifier), isTypeOnly })
  for (const { moduleRequest, entries } of staticImports)
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType))
  for (const { moduleRequest, isType } of staticExports.flatMap(({ entries }) => entries))
    if (moduleRequest) add(moduleRequest.value, isType)
  const visit = (node: Node): void => {
    if (node.type === 'ImportExpression' && node.source.type === 'Literal')
      add(String(node.source.value), false)
    if (node.type === 'TSImportType') add(node.source.value, true)
    childrenOf(node).forEach(visit)
  }
  // Reading the tree takes most of the time, and few files have such an import.
  if (source.includes('import(')) visit(parsed.program)
  return imports
}

/** A project file as its path from the root, without extension; a package as its name. */
function resolveImport(file: string, specifier: string): string {
  const path = specifier.startsWith('@/')
    ? specifier.slice(2)
    : specifier.startsWith('.')
      ? normalize(join(dirname(file), specifier))
      : specifier
  return path === SANDBOX_PACKAGE ? 'sandbox/' : path.replace(/\.(tsx?|m?js)$/, '')
}

const sandboxManifest = join(ROOT, 'sandbox/package.json')
const SANDBOX_PACKAGE = existsSync(sandboxManifest)
  ? JSON.parse(readFileSync(sandboxManifest, 'utf8')).name
  : undefined

const sources = new Map(
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(tsx?|m?js)$/.test(file) && existsSync(join(ROOT, file)))
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
)

test('no file imports across a wall', () => {
  expect([...sources].flatMap(([file, source]) => violations(file, source))).toEqual([])
})

test('no code that components import needs the server, or all of zod', () => {
  expect(serverImports(sources)).toEqual([])
})

test('a component that reaches the server or zod through another file is found', () => {
  const planted = new Map([
    ['components/list.tsx', `import { label } from '@/lib/label'`],
    ['components/form.tsx', `import { type State, schema } from '@/lib/form'`],
    ['lib/label.ts', `import { db } from './db'`],
    ['lib/form.ts', `import { z } from 'zod'`],
  ])
  expect(serverImports(planted)).toEqual([
    'components/list.tsx -> lib/label -> lib/db',
    'components/form.tsx -> lib/form -> zod',
  ])
})

/** The chains of imports that would bring server code into the browser through a component. Types are erased. */
function serverImports(files: Map<string, string>): string[] {
  const serverOnly = /^(node:|@prisma\/|server-only$|next\/headers$|pg$|zod$|lib\/(db|env|auth)$)/
  const reached = new Map<string, string>()
  const follow = (file: string, chain: string): void => {
    for (const { path, isTypeOnly } of importsOf(file, files.get(file) ?? '')) {
      if (isTypeOnly || reached.has(path)) continue
      reached.set(path, `${chain} -> ${path}`)
      const next = [`${path}.ts`, `${path}.tsx`].find((name) => files.has(name))
      if (next) follow(next, `${chain} -> ${path}`)
    }
  }
  for (const file of files.keys())
    if (file.startsWith('components/') && !TEST.test(file)) follow(file, file)
  return [...reached].filter(([path]) => serverOnly.test(path)).map(([, chain]) => chain)
}

const FORBIDDEN: [file: string, source: string][] = [
  ['app/page.tsx', `import { CHAPTERS } from '@/lib/demo/chapters'`],
  ['app/page.tsx', `import { openStore } from '@/sandbox/store'`],
  ['app/page.tsx', `import { login } from '../e2e/fixtures/staff'`],
  ['instrumentation.ts', `import { bench } from './lab/bench/main'`],
  ['scripts/start.ts', `await import('../sandbox/main.ts')`],
  ['app/page.tsx', `import { db } from '@/lib/db'`],
  ['app/page.tsx', `import type { Inquiry } from '@/lib/prisma-client/client'`],
  ['app/page.tsx', `import { Prisma } from '@prisma/client'`],
  ['app/apply/page.tsx', `import { Table } from '@/components/admin/table'`],
  ['components/apply/form.tsx', `import { apply } from '@/app/apply/actions'`],
  ['components/apply/form.tsx', `type Row = import('../../lib/db').Row`],
  ['components/apply/form.tsx', `import type { Env } from '../../lib/env'`],
  ['components/admin/badge.tsx', `import { VerificationClient } from '@/lib/verification/client'`],
  ['lib/inquiries/open.ts', `import { Button } from '../../components/ui/button'`],
  ['lib/inquiries/open.ts', `import { redirect } from 'next/navigation'`],
  ['lib/inquiries/open.ts', `import type { Row } from '../back-office/overview'`],
  ['lib/inquiries/open.test.ts', `import { listInquiries } from '../back-office/inquiry-list'`],
  ['lib/inquiries/open.test.ts', `import { createSandbox } from '../../sandbox/index'`],
  ['lib/back-office/list.ts', `export { route } from '@/app/admin/page'`],
  ['lib/audit.ts', `import { status } from './inquiries/status'`],
  ['lib/verification/call.ts', `import { log } from '../log'`],
  ['lib/verification/call.ts', `import pino from 'pino'`],
  ['sandbox/flow/page.ts', `import { schema } from '../../lib/verification/schemas'`],
  ['e2e/fixtures/staff.ts', `import type { Staff } from '../../lib/staff'`],
  ['lab/bench/main.ts', `import { parseEnv } from '@/lib/env'`],
]

test.each(FORBIDDEN)('%s may not contain: %s', (file, source) => {
  expect(violations(file, source)).not.toEqual([])
})

test('every wall has a source that violates it', () => {
  const tried = FORBIDDEN.flatMap(([file, source]) => violations(file, source))
  for (const { why } of WALLS) expect(tried.join('\n')).toContain(why)
})

test.each([
  ['app/page.tsx', `import { openInquiry } from '@/lib/inquiries/open-inquiry'`],
  ['app/admin/page.tsx', `import { Table } from '@/components/admin/table'`],
  ['components/apply/form.tsx', `import type { ApplicantView } from '@/lib/inquiries/views'`],
  ['lib/back-office/list.ts', `import { db } from '../db'`],
  ['lib/inquiries/open.ts', `import { createClient } from '../verification/client'`],
  ['lib/verification/schemas.ts', `import { z } from 'zod'`],
  ['sandbox/flow/page.ts', `import { store } from '../store'`],
  ['lab/bench/main.ts', `import { step } from '../../scripts/step.ts'`],
])('%s may contain: %s', (file, source) => {
  expect(violations(file, source)).toEqual([])
})
