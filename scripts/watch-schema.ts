// Reports changes of prisma/schema.prisma.
import { readFileSync, watch } from 'node:fs'
import { join } from 'node:path'

/** Watches without keeping the process alive. @returns a function that stops it */
export function watchSchema(root: string, onChange: () => void): () => void {
  const folder = join(root, 'prisma')
  const read = () => readFileSync(join(folder, 'schema.prisma'), 'utf8')
  let known = read()
  const watcher = watch(folder, { persistent: false }, () => {
    const now = readOrNull(read)
    if (now === null || now === '' || now === known) return
    known = now
    onChange()
  })
  return () => watcher.close()
}

/** An editor may replace the file while we read it. */
function readOrNull(read: () => string): string | null {
  try {
    return read()
  } catch {
    return null
  }
}
