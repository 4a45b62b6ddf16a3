// `npm run pack -w sandbox [-- folder]` writes a bundled tarball. It has no dependencies, so it installs without a network. (If
// npm ignores scripts, `npm pack -w sandbox` skips the bundling. That tarball depends on packages, and bundles itself at its
// first start.)
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.mjs'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const { INIT_CWD = process.cwd(), npm_execpath: npm } = process.env
const destination = resolve(INIT_CWD, process.argv[2] ?? '.')

const { dependencies, devDependencies, scripts, files, knip, ...manifest } = JSON.parse(
  readFileSync(at('./package.json'), 'utf8'),
)
const folder = at(`./${await bundle()}`)
const stage = mkdtempSync(join(tmpdir(), 'verification-sandbox-'))
try {
  writeFileSync(join(stage, 'package.json'), JSON.stringify(manifest, null, 2))
  for (const name of [
    'bin.mjs',
    'module.mjs',
    'bundle.mjs',
    'package.d.ts',
    'README.md',
    'CONTROL.md',
    'PRESENTING.md',
  ]) {
    copyFileSync(at(`./${name}`), join(stage, name))
  }
  copyFileSync(at('../LICENSE'), join(stage, 'LICENSE'))
  cpSync(folder, join(stage, 'dist'), { recursive: true })
  const receivers = at('./conformance/battery/receivers')
  cpSync(receivers, join(stage, 'receivers'), { recursive: true })
  const args = ['pack', stage, '--pack-destination', destination, '--loglevel=error']
  const options = { cwd: stage, stdio: ['ignore', 'inherit', 'inherit'] }
  if (npm) execFileSync(process.execPath, [npm, ...args], options)
  else execFileSync('npm', args, options)
} finally {
  rmSync(stage, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}
