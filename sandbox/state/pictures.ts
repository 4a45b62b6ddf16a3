// The bytes of collected pictures, either in memory or as files next to the journal.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Pictures {
  write(artifactId: string, bytes: Uint8Array): void
  read(artifactId: string): Uint8Array | null
}

export function memoryPictures(): Pictures {
  const bytesById = new Map<string, Uint8Array>()
  return {
    write: (id, bytes) => void bytesById.set(id, bytes),
    read: (id) => bytesById.get(id) ?? null,
  }
}

/** @param keep the existing artifacts. Other files remain from a reset or a lost commit, and are deleted. */
export function filePictures(folder: string, keep: ReadonlySet<string>): Pictures {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (!keep.has(name)) rmSync(join(folder, name))
  return {
    write: (id, bytes) => writeFileSync(join(folder, id), bytes),
    read(id) {
      try {
        return readFileSync(join(folder, id))
      } catch {
        return null
      }
    },
  }
}
