// Scripts, styles and fonts for the browser. A packed sandbox has them as files; a clone bundles them with esbuild, in
// memory, when they are first asked for.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What each face serves. The paths are right from this folder and from the package's `dist/`, beside it. */
const ENTRIES = {
  flow: ['../flow/page/flow-page.tsx', '../flow/page/flow-page.css'],
  portal: ['../portal/browser/portal.ts', '../portal/browser/portal.css'],
  sdk: ['../sdk/verification-sdk.ts'],
} as const
export type AssetGroup = keyof typeof ENTRIES

export interface BrowserAsset {
  body: Uint8Array<ArrayBuffer>
  contentType: string
  etag: string
}
type Assets = ReadonlyMap<string, BrowserAsset>

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
}

/** The assets by name, read or bundled at the first call: a test that never opens a page doesn't pay for it. */
export function lazyBrowserAssets(group: AssetGroup): () => Promise<Assets> {
  let assets: Promise<Assets> | null = null
  return () => {
    assets ??= loadAssets(group)
    return assets
  }
}

async function loadAssets(group: AssetGroup): Promise<Assets> {
  const folder = fileURLToPath(new URL(`./assets/${group}`, import.meta.url))
  const files = existsSync(folder)
    ? readdirSync(folder).map((name) => ({ name, contents: readFileSync(join(folder, name)) }))
    : await bundle(group)
  return new Map(files.map(({ name, contents }) => [name, toAsset(name, contents)]))
}

/**
 * For the package: what a clone would bundle, as files. bundle.mjs calls it.
 * @public
 */
export async function writeBrowserAssets(folder: string): Promise<void> {
  for (const group of ['flow', 'portal', 'sdk'] as const) {
    mkdirSync(join(folder, group), { recursive: true })
    for (const { name, contents } of await bundle(group)) {
      writeFileSync(join(folder, group, name), contents)
    }
  }
}

/** `flow-page.tsx` becomes `flow-page.js`, and fonts and pictures that a style sheet names lie beside it. JSX is Hono's. */
async function bundle(group: AssetGroup): Promise<{ name: string; contents: Uint8Array }[]> {
  // Not needed by a packed sandbox, which doesn't have it.
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: ENTRIES[group].map((entry) => fileURLToPath(new URL(entry, import.meta.url))),
    entryNames: '[name]',
    assetNames: '[name]-[hash]',
    outdir: '/',
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: ['chrome120', 'firefox121', 'safari17'],
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx/dom',
    loader: { '.woff2': 'file', '.svg': 'file' },
    legalComments: 'none',
    logLevel: 'silent',
  })
  return outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }))
}

function toAsset(name: string, contents: Uint8Array): BrowserAsset {
  const extension = name.slice(name.lastIndexOf('.') + 1)
  const hash = createHash('sha256').update(contents).digest('base64url')
  return {
    body: new Uint8Array(contents),
    contentType: CONTENT_TYPES[extension] ?? 'application/octet-stream',
    etag: `"${hash.slice(0, 16)}"`,
  }
}

/** The answer for one asset: revalidated each time, so a restarted sandbox never meets yesterday's script. */
export function assetResponse(asset: BrowserAsset, ifNoneMatch: string | undefined): Response {
  const headers = {
    'content-type': asset.contentType,
    'cache-control': 'no-cache',
    etag: asset.etag,
    'x-content-type-options': 'nosniff',
    // A merchant's page on another origin loads the SDK, whatever embedder policy it has.
    'cross-origin-resource-policy': 'cross-origin',
  }
  if (ifNoneMatch === asset.etag) return new Response(null, { status: 304, headers })
  return new Response(asset.body, { headers })
}
