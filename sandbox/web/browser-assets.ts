// Scripts, styles and fonts for the browser. A packed sandbox has them as files; a clone bundles them in memory with esbuild
// when they're first requested.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The entry points of each group. The paths work from this folder and from the package's `dist/` next to it. */
const ENTRIES = {
  flow: ['../flow/page/flow-page.tsx', '../flow/page/flow-page.css'],
  portal: [
    '../portal/browser/portal.ts',
    '../portal/browser/portal.css',
    '../guide/browser/guide.ts',
  ],
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

/** The assets by name, read or bundled on the first call, so a test that opens no page doesn't pay for it. */
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
 * Writes what a clone would bundle in memory, for the package. bundle.mjs calls it.
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

/** `flow-page.tsx` becomes `flow-page.js`, next to the fonts and images that the style sheets use. JSX is Hono's. */
async function bundle(group: AssetGroup): Promise<{ name: string; contents: Uint8Array }[]> {
  // Imported here, because a packed sandbox doesn't have esbuild.
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
    target: ['chrome120', 'firefox128', 'safari17'],
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

/** The response for one asset, revalidated each time so that no page uses a stale script after a restart. */
export function assetResponse(asset: BrowserAsset, ifNoneMatch: string | undefined): Response {
  const headers = {
    'content-type': asset.contentType,
    'cache-control': 'no-cache',
    etag: asset.etag,
    'x-content-type-options': 'nosniff',
    // Lets a merchant's page on another origin load the SDK under any embedder policy.
    'cross-origin-resource-policy': 'cross-origin',
  }
  if (ifNoneMatch === asset.etag) return new Response(null, { status: 304, headers })
  return new Response(asset.body, { headers })
}
