// Scripts, styles and fonts for the browser. A packed sandbox has them as files; a clone bundles them in memory with esbuild
// when they're first requested.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { getMimeType } from 'hono/utils/mime'

/** The sources of each group, and their names. The paths work from this folder and from the package's `dist/` next to it. */
const ENTRIES = {
  flow: { '../flow/page/flow-page.tsx': 'flow-page', '../flow/page/flow-page.css': 'flow-page' },
  portal: {
    '../portal/browser/portal.ts': 'portal',
    '../portal/browser/portal.css': 'portal',
    '../guide/browser/guide.ts': 'guide',
  },
  sdk: { '../sdk/verification-sdk.ts': 'v1' },
}
type AssetGroup = keyof typeof ENTRIES

/** Serves one group. The assets are read or bundled on the first request, so a test that opens no page doesn't pay for it. */
export function createAssetRouter(group: AssetGroup): Hono {
  const router = new Hono()
  router.use(etag())
  router.get('/:name', async (c) => {
    const name = c.req.param('name')
    const contents = (await assetsOf(group)).get(name)
    if (!contents) return c.notFound()
    return c.body(new Uint8Array(contents), 200, {
      'content-type': getMimeType(name) ?? 'application/octet-stream',
      // Revalidated each time, so no page uses a stale script after a restart.
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      // Lets a merchant's page on another origin load the SDK under any embedder policy.
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
  return router
}

type Assets = ReadonlyMap<string, Uint8Array>
const assetsByGroup = new Map<AssetGroup, Promise<Assets>>()

function assetsOf(group: AssetGroup): Promise<Assets> {
  const assets = assetsByGroup.get(group) ?? loadAssets(group)
  assetsByGroup.set(group, assets)
  return assets
}

async function loadAssets(group: AssetGroup): Promise<Assets> {
  const folder = fileURLToPath(new URL(`./assets/${group}`, import.meta.url))
  if (!existsSync(folder)) return bundle(group)
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))
}

/**
 * Writes what a clone would bundle in memory, for the package. bundle.mjs calls it.
 * @public
 */
export async function writeBrowserAssets(folder: string): Promise<void> {
  for (const group of ['flow', 'portal', 'sdk'] as const) {
    mkdirSync(join(folder, group), { recursive: true })
    for (const [name, contents] of await bundle(group)) {
      writeFileSync(join(folder, group, name), contents)
    }
  }
}

/** Scripts and style sheets, next to the fonts and images that the style sheets use. JSX is Hono's. */
async function bundle(group: AssetGroup): Promise<Assets> {
  // Imported here, because a packed sandbox doesn't have esbuild.
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: Object.entries(ENTRIES[group]).map(([source, out]) => ({
      in: fileURLToPath(new URL(source, import.meta.url)),
      out,
    })),
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
  return new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]))
}
