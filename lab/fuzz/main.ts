// `npm run fuzz`: the property tests in their nightly form. FUZZ_CASES and HISTORIES choose other numbers.
import { runTool } from '../../scripts/run-tool.ts'

const cases = {
  FUZZ_CASES: process.env.FUZZ_CASES ?? '100000',
  HISTORIES: process.env.HISTORIES ?? '2000',
}
/** Each of many thousand refused deliveries has a line in the application's log. */
const LOG_LINE = /^\{.*\}$/

console.log(`${cases.FUZZ_CASES} cases, ${cases.HISTORIES} histories: this takes minutes …`)
const { exitCode, output } = await runTool(
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    'lib/inquiries/fuzz.test.ts',
    'lib/inquiries/histories.test.ts',
  ],
  { env: cases },
)
console.log(
  output
    .split('\n')
    .filter((line) => !LOG_LINE.test(line))
    .join('\n'),
)
process.exit(exitCode)
