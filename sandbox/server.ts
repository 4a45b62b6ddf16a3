// Runs the sandbox as its own process. It prints one line when it's ready, or one line before it exits with code 1.
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { parseSandboxEnvironment } from './environment.ts'
import { createSandbox, type Sandbox } from './index.ts'
import { type SeedFile, seedFileSchema } from './scenario/seed.ts'
import { lockFolder } from './state/folder-lock.ts'
import { JournalError } from './state/journal.ts'

const STOP_GRACE_MS = 1_000

/** Runs until it receives a signal or loses the IPC channel to its parent. */
export async function runServer(variables: Record<string, string | undefined>): Promise<void> {
  const parsed = parseSandboxEnvironment(variables)
  if (!parsed.ok) fail(parsed.line)
  const { environment } = parsed
  const seedFile = readSeedFile(environment.seedFile)
  const dataDir = resolve(environment.dataDir, 'sandbox')
  mkdirSync(dataDir, { recursive: true })
  const unlock = await lockFolder(dataDir, () => fail('Another sandbox has taken over its folder.'))
  if (!unlock)
    fail(`Another sandbox is using ${join(environment.dataDir, 'sandbox')}. Stop it first.`)

  const sandbox = open()
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    // A delivery that takes longer stays due, and the next process sends it.
    await Promise.race([sandbox.close(), setTimeout(STOP_GRACE_MS)])
    unlock()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // The parent has ended, even if it was killed, and this process shouldn't outlive it.
  process.on('disconnect', stop)

  const { port, host } = environment
  const url = await sandbox.listen(port, host).catch((error: NodeJS.ErrnoException) => {
    unlock()
    fail(
      error.code === 'EADDRINUSE'
        ? `Port ${port} is in use. Set SANDBOX_PORT to a free one.`
        : `The sandbox cannot listen on ${host}:${port} (${error.code}).`,
    )
  })
  process.stdout.write(`sandbox ready on ${url}\n`)

  function open(): Sandbox {
    try {
      return createSandbox({ ...environment, dataDir, seedFile })
    } catch (error) {
      unlock?.()
      if (error instanceof JournalError) fail(error.message)
      throw error
    }
  }
}

function readSeedFile(path: string | undefined): SeedFile | undefined {
  if (path === undefined) return undefined
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    fail(`SANDBOX_SEED: ${path} can't be read: ${error instanceof Error ? error.message : error}`)
  }
  const parsed = seedFileSchema.safeParse(content)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  fail(`SANDBOX_SEED: ${path}: ${issue ? z.core.toDotPath(issue.path) : ''} ${issue?.message}`)
}

export function fail(line: string): never {
  process.stderr.write(`sandbox: ${line}\n`)
  process.exit(1)
}
