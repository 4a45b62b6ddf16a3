// `npm run crash-test -w lab`: while customers apply and events arrive, kills the app, the sandbox and the database with
// `kill -9`, one after another, at random moments. Nothing may be lost, opened twice, left unsettled or granted wrongly.
// `-- --kills 30 --instances 1 --rate 4 --keep-build`; the rate is applications per second.
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { build } from '../load/builds.ts'
import { between, type Findings, report, runUnderLoad, type Scene } from '../load/run.ts'
import { startStack } from '../load/stack.ts'

const SHORTEST_CALM_MS = 200
const LONGEST_CALM_MS = 3_000

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    instances: { type: 'string', default: '1' },
    rate: { type: 'string', default: '4' },
    'keep-build': { type: 'boolean', default: false },
  },
})

await report(async (folder) => {
  const { folder: cwd } = await build(values['keep-build'])
  const stack = await startStack({
    folder,
    instances: Number(values.instances),
    readBuild: () => cwd,
  })
  return runUnderLoad(stack, folder, Number(values.rate), kill)
})

async function kill({ stack, load, sender }: Scene): Promise<Findings> {
  const kills = Number(values.kills)
  for (let kill = 0; kill < kills; kill++) {
    const victim = stack.parts[kill % stack.parts.length]
    const calmMs = Math.round(between(SHORTEST_CALM_MS, LONGEST_CALM_MS))
    await delay(calmMs)
    await victim?.end('SIGKILL')
    console.log(
      `  kill ${kill + 1} of ${kills}: ${victim?.name} after ${calmMs} ms; ${load.applications.length} applications, ${sender.acknowledged.size} events acknowledged`,
    )
    await victim?.start()
  }
  return { figures: { kills }, problems: [] }
}
