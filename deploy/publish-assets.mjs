// Copies a build's .next/static to the folder that the balancer serves: `node publish-assets.mjs <folder>`, run where
// `npm run build` ran. Run it before the first instance of a build starts.
//
// File names are content hashes, so builds can share one folder. A page then finds its files whichever instance rendered it.
// This script removes nothing: a release adds a few megabytes at most.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

const [target] = process.argv.slice(2)
if (target === undefined) {
  console.error('Name the folder that the balancer serves: node publish-assets.mjs <folder>')
  process.exit(1)
}
const source = join(import.meta.dirname, '.next/static')
const served = join(target, '_next/static')
let added = 0

for (const entry of await readdir(source, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name)
  const to = join(served, relative(source, file))
  if (!entry.isFile() || existsSync(to)) continue
  await mkdir(dirname(to), { recursive: true })
  // Renaming is atomic, so the balancer never serves half a file.
  const draft = `${to}.${randomUUID()}`
  await copyFile(file, draft)
  await rename(draft, to)
  added++
}
console.log(`${added} files added to ${served}.`)
