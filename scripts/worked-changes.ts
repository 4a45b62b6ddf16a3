// The worked changes of docs/customising.md, and a copy of this checkout to try them on.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './settings.ts'

export interface WorkedChange {
  heading: string
  diff: string
}

export function readWorkedChanges(): WorkedChange[] {
  const page = readFileSync(join(ROOT, 'docs/customising.md'), 'utf8')
  return page.split(/^## /m).flatMap((section) => {
    const [, diff] = /^```diff\n(.*?)^```$/ms.exec(section) ?? []
    return diff ? [{ heading: section.split('\n')[0] ?? '', diff }] : []
  })
}

/** Everything that git doesn't ignore. Changes that aren't committed count. */
export const listFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)))

/** The settings of the test that is running don't reach the programs that it starts. */
const KEPT = ['PATH', 'HOME', 'CHROMIUM_PATH']

export class Copy {
  /** In .data, because links can't lead to another disk. */
  readonly folder: string

  /** @param canBuild Next builds nothing that is reached through a symbolic link, but hard links to everything take seconds */
  constructor({ canBuild }: { canBuild: boolean }) {
    mkdirSync(join(ROOT, '.data'), { recursive: true })
    this.folder = mkdtempSync(join(ROOT, '.data/copy-'))
    for (const file of listFiles()) {
      mkdirSync(dirname(join(this.folder, file)), { recursive: true })
      copyFileSync(join(ROOT, file), join(this.folder, file))
    }
    const modules = [join(ROOT, 'node_modules'), join(this.folder, 'node_modules')] as const
    if (canBuild) linkFolder(...modules)
    else symlinkSync(...modules)
    this.run('git', 'init', '-q')
    this.run('git', 'add', '-A')
  }

  apply({ diff }: WorkedChange, ...options: string[]): void {
    execFileSync('git', ['apply', ...options], { cwd: this.folder, input: diff, stdio: 'pipe' })
  }

  /** A tool of node_modules. */
  runBin(name: string, ...args: string[]): void {
    this.run(process.execPath, `node_modules/.bin/${name}`, ...args)
  }

  /** @throws with everything that the program wrote, if it fails */
  run(program: string, ...args: string[]): void {
    const env = { ...process.env }
    for (const name of Object.keys(env)) if (!KEPT.includes(name)) Reflect.deleteProperty(env, name)
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: this.folder,
      env,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.isDirectory()) linkFolder(source, target)
    else linkSync(source, target)
  }
}
