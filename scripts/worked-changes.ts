// Extracts the worked changes of docs/customising.md, and applies them to a copy of this checkout.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyProject } from './copy-project.ts'
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

/** The only variables passed on. Settings of the running test must not reach the programs that it starts. */
const KEPT = ['PATH', 'HOME', 'CHROMIUM_PATH']

export class Copy {
  /** Inside .data, because hard links can't cross disks. */
  readonly folder: string

  constructor(options: { canBuild: boolean }) {
    mkdirSync(join(ROOT, '.data'), { recursive: true })
    this.folder = mkdtempSync(join(ROOT, '.data/copy-'))
    copyProject(this.folder, options)
    // No change concerns the lab, and its packages may not be installed.
    rmSync(join(this.folder, 'lab'), { recursive: true, force: true })
    this.run('git', 'init', '-q')
    this.run('git', 'add', '-A')
  }

  apply({ diff }: WorkedChange, ...options: string[]): void {
    execFileSync('git', ['apply', ...options], { cwd: this.folder, input: diff, stdio: 'pipe' })
  }

  runBin(name: string, ...args: string[]): void {
    this.run(process.execPath, `node_modules/.bin/${name}`, ...args)
  }

  /** @throws with the program's whole output if it fails */
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
