// `npm run crash-test -w lab`: kills the app, the sandbox and the database with `kill -9`, one after another, at random moments,
// while customers apply and events arrive. No event may be lost, no account opened twice or granted wrongly, no inquiry unsettled.
// `-- --kills 30` sets how often.
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildProject } from '../load/builds.ts'
import { freePorts, run } from '../load/parts.ts'
import { between, type Findings, runUnderLoad, type Scene } from '../load/run.ts'
import { startStack } from '../load/stack.ts'

const SHORTEST_CALM_MS = 200
const LONGEST_CALM_MS = 3_000
/** Applications per second. */
const RATE = 4

const { values } = parseArgs({ options: { kills: { type: 'string', default: '30' } } })
const kills = Number(values.kills)

await run(async () => {
  await buildProject()
  return runUnderLoad(await startStack({ appPorts: await freePorts(1) }), RATE, kill)
})

async function kill({ stack, load, sender }: Scene): Promise<Findings> {
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
