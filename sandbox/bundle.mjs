// Bundles the sandbox for its package: `dist/` has the command, the module for tests, and what browsers load.
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

export async function bundle() {
  // A packed sandbox that is bundled already has no need of it.
  const { build } = await import('esbuild')
  rmSync(at('./dist'), { recursive: true, force: true })
  await build({
    entryPoints: {
      main: at('./main.ts'),
      embed: at('./embed.ts'),
      assets: at('./web/browser-assets.ts'),
    },
    outdir: at('./dist'),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minify: true,
    // Error classes are told apart by name.
    keepNames: true,
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    external: ['esbuild'],
    legalComments: 'linked',
    logLevel: 'warning',
  })
  copyFileSync(at('./sdk/v1.d.ts'), at('./dist/v1.d.ts'))
  const { writeBrowserAssets } = await import('./dist/assets.js')
  await writeBrowserAssets(at('./dist/assets'))
  rmSync(at('./dist/assets.js'))
}

/** A tarball that was packed without its scripts bundles itself at its first start. */
export async function bundleOnce() {
  if (!existsSync(at('./dist/main.js'))) await bundle()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle()
