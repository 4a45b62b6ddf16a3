import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { ROOT } from './settings.ts'

const PROGRAM = `
  const { interruption } = await import('./scripts/interruption.ts')
  const alive = setTimeout(() => console.log('still here'), 30_000)
  const interrupted = interruption()
  console.log('stays')
  console.log(await interrupted)
  clearTimeout(alive)
`

// Like npm's, this shell stays alive next to the program.
const [shell, ...shellArgs] = ['sh', '-c', '"$@"; :', 'npm']
const program = [process.execPath, '--import=tsx', '--input-type=module', '--eval', PROGRAM]

test('a program started by npm stops when the shell between them dies', async () => {
  const child = spawn(shell ?? '', [...shellArgs, ...program], {
    cwd: ROOT,
    env: { ...process.env, npm_lifecycle_event: 'demo' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    if (said === 'stays\n') child.kill('SIGTERM')
  }
  expect(said).toBe('stays\ninterrupted\n')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
})
