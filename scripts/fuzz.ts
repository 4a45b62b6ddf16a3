// `npm run fuzz`: the property tests in their nightly form. FUZZ_CASES and HISTORIES choose other numbers.
import { runTool } from './run-tool.ts'

const NIGHTLY = { FUZZ_CASES: '100000', HISTORIES: '2000' }

const { exitCode } = await runTool(
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    // Each of many thousand refused deliveries would have its line.
    '--silent',
    'lib/inquiries/fuzz.test.ts',
    'lib/inquiries/histories.test.ts',
  ],
  {
    env: {
      FUZZ_CASES: process.env.FUZZ_CASES ?? NIGHTLY.FUZZ_CASES,
      HISTORIES: process.env.HISTORIES ?? NIGHTLY.HISTORIES,
    },
    shows: true,
  },
)
process.exit(exitCode)
