// Adds the files of a build under .next/static to the folder that the balancer serves: `node publish-assets.mjs <folder>`, in
// the folder that `npm run build` makes. Run it before the first instance of a build starts.
//
// File names are content hashes, so builds share one folder, and pages of the old and the new build find their files whichever
// instance rendered them. Nothing is removed here: a release adds a few megabytes at most.
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
  // Renamed into place, because the balancer may already be serving it.
  const draft = `${to}.${randomUUID()}`
  await copyFile(file, draft)
  await rename(draft, to)
  added++
}
console.log(`${added} files added to ${served}.`)
