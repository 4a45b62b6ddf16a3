// Adds the files of a build under .next/static to the folder that the balancer serves: `node publish-assets.mjs <folder>`, in
// the folder that `npm run build` makes. Run it before the first instance of a build starts.
//
// File names are content hashes, so builds share one folder, and pages of the old and the new build find their files whichever
// instance rendered them. A file is removed if no build has published it in the 30 days before the last release. The 30
// days count back from that release, because its build still serves customers while this runs, however old it is. After going
// back to a build, publish it again.
import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

const KEEP_MS = 30 * 24 * 60 * 60 * 1_000

const [target] = process.argv.slice(2)
if (target === undefined) {
  console.error('Name the folder that the balancer serves: node publish-assets.mjs <folder>')
  process.exit(1)
}
const source = join(import.meta.dirname, '.next/static')
const served = join(target, '_next/static')
const now = new Date()
await mkdir(served, { recursive: true })
const ages = await Promise.all((await listFiles(served)).map((file) => stat(file)))
/** When the running build was published. */
const lastRelease = Math.max(0, ...ages.map(({ mtimeMs }) => mtimeMs))
let added = 0
let removed = 0

for (const file of await listFiles(source)) {
  const to = join(served, relative(source, file))
  if (await exists(to)) {
    await utimes(to, now, now)
    continue
  }
  await mkdir(dirname(to), { recursive: true })
  // Renamed into place, because the balancer may already be serving it.
  const draft = `${to}.${randomUUID()}`
  await copyFile(file, draft)
  await utimes(draft, now, now)
  await rename(draft, to)
  added++
}
for (const file of await listFiles(served)) {
  if (lastRelease - (await stat(file)).mtimeMs < KEEP_MS) continue
  await rm(file)
  removed++
}
console.log(`${added} files added to ${served}, ${removed} removed.`)

async function listFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

async function exists(file) {
  return stat(file).then(
    () => true,
    () => false,
  )
}
