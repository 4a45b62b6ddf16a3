import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { COMMANDS, GROUPS, help } from './commands.mjs'
import { ROOT } from './settings.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

type Result = { exitCode: number | null; output: string }

function bootstrap(
  args: string[],
  options: { cwd?: string; env?: Record<string, string>; interruptAt?: string } = {},
): Promise<Result> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/bootstrap.mjs', ...args], {
      cwd: options.cwd ?? ROOT,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk
      if (options.interruptAt && output.includes(options.interruptAt)) child.kill('SIGINT')
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('close', (exitCode) => resolve({ exitCode, output }))
  })
}

test('package.json has every command, in the order of the help', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(Object.keys(scripts)).toEqual(['help', ...Object.keys(COMMANDS)])
  for (const [name, { file, group }] of Object.entries(COMMANDS)) {
    expect(scripts[name]).toBe(`node scripts/bootstrap.mjs ${name}`)
    expect(existsSync(join(ROOT, file)), file).toBe(true)
    expect(Object.keys(GROUPS)).toContain(group)
    expect(help()).toContain(`\n  ${name.padEnd(18)}`)
  }
})

test.each(Object.keys(COMMANDS))('%s refuses a mistyped option', async (name) => {
  const { exitCode, output } = await bootstrap([name, '--no-such-option'])
  expect(exitCode).toBeGreaterThan(0)
  expect(output).toContain('--no-such-option')
})

// strip-all:begin
test('a database that does not answer gives one line that says what to do', async () => {
  const env = { DATABASE_URL: 'postgresql://postgres@127.0.0.1:1/postgres' }
  const { exitCode, output } = await bootstrap(['retention', '--dry-run'], { env })
  expect(exitCode).toBe(1)
  expect(output).toMatch(
    /^The database at 127.0.0.1:1 does not answer. Start it, or correct DATABASE_URL.$/m,
  )
})
// strip-all:end

test('an unknown command gives one line that names the help', async () => {
  expect(await bootstrap(['dmeo'])).toEqual({
    exitCode: 1,
    output: 'There is no command "dmeo". npm run help lists them.\n',
  })
})

/** A project with one package, and an npm replaced by the script `npm`. */
async function project(npm: string): Promise<{ cwd: string; env: Record<string, string> }> {
  const cwd = mkdtempSync(join(tmpdir(), 'bootstrap-'))
  folders.push(cwd)
  mkdirSync(join(cwd, 'scripts'))
  mkdirSync(join(cwd, 'node_modules/one'), { recursive: true })
  for (const file of ['scripts/bootstrap.mjs', 'scripts/commands.mjs'])
    await cp(join(ROOT, file), join(cwd, file))
  const packages = { 'node_modules/one': { version: '1.0.0' } }
  writeFileSync(join(cwd, 'package-lock.json'), JSON.stringify({ packages }))
  writeFileSync(join(cwd, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  writeFileSync(join(cwd, 'npm.mjs'), npm)
  return { cwd, env: { npm_execpath: join(cwd, 'npm.mjs') } }
}

test('a package whose folder is missing is installed again', async () => {
  const { cwd, env } = await project(`console.log('asked to', process.argv[2]); process.exit(7)`)
  const { output } = await bootstrap(['check'], { cwd, env })
  expect(output).toContain('Install the packages')
  expect(output).toContain('asked to ci')
})

test('a package that lacks a file gives one line, and the next command reinstalls', async () => {
  const { cwd, env } = await project('')
  writeFileSync(join(cwd, 'node_modules/one/package.json'), '{}')
  const { exitCode, output } = await bootstrap(['check'], { cwd, env })
  expect({ exitCode, output }).toEqual({
    exitCode: 1,
    output: 'The installed packages are damaged. Run the command again to reinstall them.\n',
  })
  expect((await bootstrap(['check'], { cwd, env })).output).toContain('Install the packages')
})

test('Ctrl-C stops an install immediately, even if npm ignores it', async () => {
  const { cwd, env } = await project(`process.on('SIGINT', () => {}); setTimeout(() => {}, 20_000)`)
  const startedAt = Date.now()
  const { exitCode, output } = await bootstrap(['check'], { cwd, env, interruptAt: 'Install' })
  expect({ exitCode, output }).toEqual({
    exitCode: 1,
    output: '• Install the packages … stopped\n',
  })
  expect(Date.now() - startedAt).toBeLessThan(15_000)
})
