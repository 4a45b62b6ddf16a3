// Scripts, styles and fonts for the browser, bundled by esbuild in memory when they are first asked for: there
// is no build step to forget, and nothing is written to disk.

import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export interface BrowserAsset {
  body: Uint8Array<ArrayBuffer>
  contentType: string
  etag: string
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
}

export type BrowserAssets = () => Promise<ReadonlyMap<string, BrowserAsset>>

/** Bundles at the first call and once: a test that never opens a page does not pay for it. */
export function lazyBrowserAssets(entries: readonly URL[]): BrowserAssets {
  let bundled: Promise<ReadonlyMap<string, BrowserAsset>> | null = null
  return () => {
    bundled ??= bundleBrowserAssets(entries)
    return bundled
  }
}

/**
 * Bundles the entries (file URLs) into files by name: `flow-page.tsx` becomes `flow-page.js`, and fonts that a
 * style sheet names lie beside it. JSX is Hono's for the browser.
 */
async function bundleBrowserAssets(
  entries: readonly URL[],
): Promise<ReadonlyMap<string, BrowserAsset>> {
  const { outputFiles } = await build({
    entryPoints: entries.map((entry) => fileURLToPath(entry)),
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
    loader: { '.woff2': 'file' },
    legalComments: 'none',
    logLevel: 'silent',
  })
  return new Map(
    outputFiles.map((file) => {
      const name = basename(file.path)
      const extension = name.slice(name.lastIndexOf('.') + 1)
      const asset: BrowserAsset = {
        body: new Uint8Array(file.contents),
        contentType: CONTENT_TYPES[extension] ?? 'application/octet-stream',
        etag: `"${createHash('sha256').update(file.contents).digest('base64url').slice(0, 16)}"`,
      }
      return [name, asset]
    }),
  )
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
