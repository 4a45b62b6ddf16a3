// Pure edits of the files that stay.
import { z } from 'zod'

const BEGIN = 'strip:begin'
const END = 'strip:end'

/** Removes each block with its two marker lines. Throws when a marker has no partner. */
export function removeBlocks(text: string): string {
  const kept: string[] = []
  let inBlock = false
  for (const line of text.split('\n')) {
    const begins = line.includes(BEGIN)
    const ends = line.includes(END)
    if (begins === inBlock && (begins || ends)) throw new Error('a strip marker has no partner')
    if (ends && !inBlock) throw new Error('a strip marker has no partner')
    if (!inBlock && !begins) kept.push(line)
    if (begins) inBlock = true
    if (ends) inBlock = false
  }
  if (inBlock) throw new Error('a strip marker has no partner')
  return kept.join('\n')
}

export function removeScripts(packageJson: string, commands: readonly string[]): string {
  return commands.reduce(
    (text, command) => text.replace(new RegExp(`^ {4}"${command}": .*\\n`, 'm'), ''),
    packageJson,
  )
}

export function removeCommands(bootstrap: string, commands: readonly string[]): string {
  return commands.reduce(
    (text, command) => text.replace(new RegExp(`^ {2}'?${command}'?: '.*',\\n`, 'm'), ''),
    bootstrap,
  )
}

export function emptyVariables(envExample: string, names: readonly string[]): string {
  return names.reduce(
    (text, name) => text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=`),
    envExample,
  )
}

const knipSchema = z.looseObject({
  workspaces: z.looseObject({ '.': z.looseObject({ entry: z.array(z.string()) }) }),
})

/** Leaves out knip's workspaces and entries of the folders that left; Biome formats the file afterwards. */
export function removeEntries(knipJson: string, folders: readonly string[]): string {
  const knip = knipSchema.parse(JSON.parse(knipJson))
  const isKept = (path: string) => !folders.some((folder) => path.startsWith(`${folder}/`))
  const { '.': root } = knip.workspaces
  const workspaces = { '.': { ...root, entry: root.entry.filter(isKept) } }
  return JSON.stringify({ ...knip, workspaces })
}

/** The sandbox is the only workspace. */
export function removeWorkspaces(packageJson: string): string {
  return packageJson.replace(/^ {2}"workspaces": \[\n(?: {4}.*\n)* {2}\],\n/m, '')
}
