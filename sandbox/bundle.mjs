// Bundles the sandbox into `dist/`: the command, the module for tests, and the browser assets.
import { createHash, randomUUID } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const SOURCE = /\.(tsx?|css)$/
const NO_SOURCE = /(^|[\\/])(node_modules|testing|dist[^\\/]*)[\\/]|\.test\.tsx?$/
/** Browser sources and the names of their bundles. JSX compiles to Hono's. */
const BROWSER = [
  ['./flow/page/flow-page.tsx', 'flow-page'],
  ['./flow/page/flow-page.css', 'flow-page'],
  ['./portal/browser/portal.ts', 'portal'],
  ['./portal/browser/portal.css', 'portal'],
  ['./guide/browser/guide.ts', 'guide'],
  ['./sdk/verification-sdk.ts', 'v1'],
]
/** A file with the hash of the bundled sources. */
const MADE_FROM = 'sources.sha256'

/** Bundles into a new folder next to `dist/`. @returns the folder's name */
export async function bundle() {
  // Imported here, because an installed, already bundled package has no esbuild.
  const { build } = await import('esbuild')
  const folder = `dist-${randomUUID()}`
  await build({
    entryPoints: { main: at('./main.ts'), embed: at('./embed.ts') },
    outdir: at(`./${folder}`),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minify: true,
    // The code tells error classes apart by name.
    keepNames: true,
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    legalComments: 'linked',
    logLevel: 'warning',
  })
  await build({
    entryPoints: BROWSER.map(([source, out]) => ({ in: at(source), out })),
    assetNames: '[name]-[hash]',
    outdir: at(`./${folder}/assets`),
    bundle: true,
    minify: true,
    format: 'iife',
    // flow/README.md names these versions. A target lowers syntax and prefixes styles, but adds no missing functions.
    target: ['chrome111', 'firefox113', 'safari16'],
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx/dom',
    loader: { '.woff2': 'file' },
    legalComments: 'none',
    logLevel: 'warning',
  })
  copyFileSync(at('./sdk/v1.d.ts'), at(`./${folder}/assets/v1.d.ts`))
  writeFileSync(at(`./${folder}/${MADE_FROM}`), hashSources())
  return folder
}

/** Bundles unless `dist/` is up to date or the package has no sources. Vitest also calls it. */
export default async function bundleOnce() {
  if (!existsSync(at('./main.ts'))) return
  const known = at(`./dist/${MADE_FROM}`)
  if (existsSync(known) && readFileSync(known, 'utf8') === hashSources()) return
  const folder = await bundle()
  rmSync(at('./dist'), { recursive: true, force: true })
  renameSync(at(`./${folder}`), at('./dist'))
}

function hashSources() {
  const hash = createHash('sha256')
  const names = readdirSync(at('.'), { recursive: true }).filter(
    (name) => SOURCE.test(name) && !NO_SOURCE.test(name),
  )
  for (const name of names.sort()) hash.update(name).update(readFileSync(at(`./${name}`)))
  return hash.digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleOnce()
