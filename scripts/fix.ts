// `npm run fix`: formats every file, sorts imports and applies the lint fixes that can't change behaviour.
import { runTool } from './run-tool.ts'

const { exitCode } = await runTool(
  ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.'],
  { shows: true },
)
process.exit(exitCode)
