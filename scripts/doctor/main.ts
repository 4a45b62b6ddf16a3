// `npm run doctor`: checks this machine, the environment, the service and the running app, and prints problems with fixes.
// `-- --open` also opens an inquiry, which is the only way to find out whether the template is published.
// `-- --delivery body.json --signature sha256=…` only examines a captured delivery: its raw body and its signature header.
// Exits with 1 if something is wrong.
import { readFileSync } from 'node:fs'
import { readOptions } from '../options.ts'
import { readChosen, readSettings, type Settings, SettingsError } from '../settings.ts'
import { checkDelivery } from './delivery.ts'
import { checkEnvironment } from './environment.ts'
import { examine } from './examine.ts'
import { type Finding, wrong } from './finding.ts'

const MARKS = { right: '✓', wrong: '✗', unclear: '?' } as const

const options = readOptions('doctor').values
const settings = readSettingsOrExit()
let wrongs = 0
const findings =
  typeof options.delivery === 'string'
    ? examineDelivery(options.delivery)
    : examine({
        settings,
        chosen: readChosen(process.env),
        nodeVersion: process.versions.node,
        opens: options.open === true,
        instances: [options.instance ?? []].flat().map(String),
      })
for await (const finding of findings) {
  print(finding)
  if (finding.verdict === 'wrong') wrongs++
}
console.log(`\n${summary(wrongs)}`)
process.exit(wrongs === 0 ? 0 : 1)

function summary(count: number): string {
  if (count === 0) return 'Nothing is wrong.'
  return count === 1 ? '1 problem found.' : `${count} problems found.`
}

function examineDelivery(file: string): Finding[] {
  const { env, findings } = checkEnvironment(settings.env)
  return env ? [checkDelivery(readFileSync(file), String(options.signature ?? ''), env)] : findings
}

function readSettingsOrExit(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    print(wrong(error.message, 'Set it in .env; .env.example explains it.'))
    process.exit(1)
  }
}

function print(finding: Finding): void {
  console.log(`${MARKS[finding.verdict]} ${finding.what}`)
  if (finding.verdict !== 'right') console.log(`    ${finding.advice}`)
}
