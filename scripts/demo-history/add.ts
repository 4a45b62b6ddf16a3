// When a start gives the demo its history: once, on the embedded database and the bundled sandbox.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../settings.ts'
import { step } from '../step.ts'
import type { Supervisor } from '../supervisor.ts'

/** Later starts find the marker and don't even look. */
export async function addHistory(supervisor: Supervisor, settings: Settings): Promise<void> {
  const { env, dataDir, startsDatabase, startsSandbox } = settings
  const marker = historyMarker(dataDir)
  if (!startsDatabase || !startsSandbox || existsSync(marker)) return
  await step('Add two weeks of history', () =>
    supervisor.run({
      name: 'history',
      args: ['--conditions=react-server', '--import', 'tsx', 'scripts/demo-history/main.ts'],
      // Two weeks of calls take seconds. The sandbox counts them by its own clock.
      env: { ...env, VERIFICATION_CALLS_PER_MINUTE: '100000' },
    }),
  )
  writeFileSync(marker, '')
}

/** Says that the data in this folder has its history. */
export const historyMarker = (dataDir: string): string => join(dataDir, 'has-history')
