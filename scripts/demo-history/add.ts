// Adds the history when a demo first starts on the embedded database and the bundled sandbox.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../settings.ts'
import type { Supervisor } from '../supervisor.ts'

/** Starts immediately. @returns null if there is nothing to add; later starts find the marker and don't check further */
export function addHistory(supervisor: Supervisor, settings: Settings): Promise<void> | null {
  const { dataDir, startsDatabase, startsSandbox } = settings
  if (!startsDatabase || !startsSandbox || existsSync(historyMarker(dataDir))) return null
  const added = add(supervisor, settings)
  // The caller awaits this after the build, and gets the error then.
  added.catch(() => {})
  return added
}

async function add(supervisor: Supervisor, { env, dataDir }: Settings): Promise<void> {
  await supervisor.run({
    name: 'history',
    args: ['--conditions=react-server', '--import', 'tsx', 'scripts/demo-history/main.ts'],
    // Two weeks of calls are made within seconds. The sandbox's own limit goes by its clock.
    env: { ...env, VERIFICATION_CALLS_PER_MINUTE: '100000' },
  })
  writeFileSync(historyMarker(dataDir), '')
}

/** This file marks a data folder that has its history. */
export const historyMarker = (dataDir: string): string => join(dataDir, 'has-history')
