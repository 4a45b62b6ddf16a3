// `npm run fuzz`: the property tests with many cases. FUZZ_CASES and HISTORIES change the numbers.
import { runTool } from '../../scripts/run-tool.ts'

const cases = {
  FUZZ_CASES: process.env.FUZZ_CASES ?? '100000',
  HISTORIES: process.env.HISTORIES ?? '2000',
}
/** The app logs every refused delivery, which makes many thousands of lines. */
const LOG_LINE = /^\{.*\}$/

console.log(`${cases.FUZZ_CASES} cases, ${cases.HISTORIES} histories: this takes minutes …`)
const { exitCode, output } = await runTool(
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    'lib/inquiries/fuzz.test.ts',
    'lib/inquiries/histories.test.ts',
    'lib/inquiries/follows-the-rules.test.ts',
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
