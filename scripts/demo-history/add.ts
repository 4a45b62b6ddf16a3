// When a start gives the demo its history: once, on the embedded database and the bundled sandbox.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../settings.ts'
import type { Supervisor } from '../supervisor.ts'

/** Begins at once. @returns null when there is nothing to add: later starts find the marker and don't even look */
export function addHistory(supervisor: Supervisor, settings: Settings): Promise<void> | null {
  const { dataDir, startsDatabase, startsSandbox } = settings
  if (!startsDatabase || !startsSandbox || existsSync(historyMarker(dataDir))) return null
  const added = add(supervisor, settings)
  // Whoever awaits it gets the error, after the build.
  added.catch(() => {})
  return added
}

async function add(supervisor: Supervisor, { env, dataDir }: Settings): Promise<void> {
  await supervisor.run({
    name: 'history',
    args: ['--conditions=react-server', '--import', 'tsx', 'scripts/demo-history/main.ts'],
    // Two weeks of calls take seconds. The sandbox counts them by its own clock.
    env: { ...env, VERIFICATION_CALLS_PER_MINUTE: '100000' },
  })
  writeFileSync(historyMarker(dataDir), '')
}

/** Says that the data in this folder has its history. */
export const historyMarker = (dataDir: string): string => join(dataDir, 'has-history')
