// The file edits of `npm run strip`, in one folder. main.ts uninstalls packages and commits.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { planFor, SANDBOX_VARIABLES } from './plan.ts'

type StripOptions = { root: string; files: string[]; all: boolean }

/** @param files every tracked file, relative to the root */
export async function strip({ root, files, all }: StripOptions): Promise<void> {
  const { paths, packages, markers } = planFor(all)
  for (const path of paths) rmSync(join(root, path), { recursive: true, force: true })
  for (const file of files.filter((file) => existsSync(join(root, file)))) {
    const text = readFileSync(join(root, file), 'utf8')
    const stripped = removeMarked(text, markers, file)
    if (stripped !== text) writeFileSync(join(root, file), stripped)
  }

  const isGone = (path: string) =>
    paths.some((gone) => path === gone || path.startsWith(`${gone}/`))
  const commands = await readCommands(root)
  editJson(root, 'package.json', packageSchema, (json) => ({
    ...json,
    scripts: pick(json.scripts, ['help', ...commands]),
    // Left out when no workspace remains.
    workspaces: json.workspaces?.some((path) => !isGone(path)) ? json.workspaces : undefined,
  }))
  editJson(root, 'knip.json', knipSchema, ({ workspaces, ...json }) => {
    const kept = Object.entries(workspaces).filter(([path]) => !isGone(path))
    const withEntries = kept.map(([path, settings]) => [
      path,
      { ...settings, entry: settings.entry.flatMap((entry) => remaining(path, entry, isGone)) },
    ])
    const ignoreDependencies = json.ignoreDependencies.filter((name) => !packages.includes(name))
    // Only the lab uses it.
    const ignoreBinaries = json.ignoreBinaries.filter((name) => name !== 'caddy')
    return {
      ...json,
      workspaces: Object.fromEntries(withEntries),
      ignoreBinaries,
      ignoreDependencies,
    }
  })
  editJson(root, 'tsconfig.json', tsconfigSchema, (json) => ({
    ...json,
    exclude: json.exclude.filter((path) => !isGone(path)),
  }))
  editJson(root, 'biome.json', biomeSchema, (json) => ({
    ...json,
    overrides: json.overrides
      .map((override) => ({
        ...override,
        includes: override.includes.filter((path) => !isGone(path)),
      }))
      .filter(({ includes }) => includes.length > 0),
  }))
  if (all) {
    const example = join(root, '.env.example')
    writeFileSync(example, emptyVariables(readFileSync(example, 'utf8')))
  }
}

/**
 * Removes blocks and lines with one of these markers. Blocks with other markers stay, with their markers. Blocks may be nested.
 * Throws if a marker has no partner.
 */
export function removeMarked(text: string, markers: readonly string[], file = 'text'): string {
  if (!text.includes('strip')) return text
  const kept: string[] = []
  const open: string[] = []
  for (const line of text.split('\n')) {
    const [, marker, kind] = /(?:^|\s)(strip(?:-all)?):(begin|end|line)\b/.exec(line) ?? []
    if (marker === undefined || !markers.includes(marker)) {
      if (open.length === 0) kept.push(line)
    } else if (kind === 'begin') open.push(marker)
    else if (kind === 'end' && open.pop() !== marker)
      throw new Error(`${file}: a ${marker}:end has no partner`)
  }
  if (open.length > 0) throw new Error(`${file}: a ${open[0]}:begin has no partner`)
  return kept.join('\n')
}

/** The entry without the names in the first braces whose files are gone; empty if none is left. */
function remaining(folder: string, entry: string, isGone: (path: string) => boolean): string[] {
  const [, before = '', list, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(entry) ?? []
  if (list === undefined) return isGone(join(folder, entry)) ? [] : [entry]
  const kept = list.split(',').filter((name) => !isGone(join(folder, `${before}${name}${after}`)))
  if (kept.length === 0) return []
  return [`${before}${kept.length === 1 ? kept[0] : `{${kept.join(',')}}`}${after}`]
}

const emptyVariables = (text: string) =>
  SANDBOX_VARIABLES.reduce(
    (edited, name) => edited.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=`),
    text,
  )

async function readCommands(root: string): Promise<string[]> {
  // The table may be cached from before the edits. The query makes Node load it again.
  const table = `${pathToFileURL(join(root, 'scripts/commands.mjs')).href}?stripped`
  const { COMMANDS } = await import(table)
  return Object.keys(COMMANDS)
}

const strings = z.array(z.string())
const packageSchema = z.looseObject({
  scripts: z.record(z.string(), z.string()),
  workspaces: strings.optional(),
})
const knipSchema = z.looseObject({
  workspaces: z.record(z.string(), z.looseObject({ entry: strings })),
  ignoreBinaries: strings,
  ignoreDependencies: strings,
})
const tsconfigSchema = z.looseObject({ exclude: strings })
const biomeSchema = z.looseObject({ overrides: z.array(z.looseObject({ includes: strings })) })

function editJson<Schema extends z.ZodType>(
  root: string,
  file: string,
  schema: Schema,
  edit: (json: z.infer<Schema>) => unknown,
): void {
  const json = schema.parse(JSON.parse(readFileSync(join(root, file), 'utf8')))
  writeFileSync(join(root, file), `${JSON.stringify(edit(json), null, 2)}\n`)
}

const pick = (record: Record<string, string>, names: string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)))
