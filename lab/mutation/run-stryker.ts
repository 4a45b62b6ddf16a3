// Runs Stryker with this project's settings. MUTATION_TESTS lists the tests that should fail, separated by spaces.
import { runTool, type ToolOptions, type ToolResult } from '../../scripts/run-tool.ts'

const STRYKER = 'node_modules/@stryker-mutator/core/bin/stryker.js'

export const runStryker = (
  options: string[],
  tool: ToolOptions & { env: { MUTATION_TESTS: string } },
): Promise<ToolResult> =>
  runTool([STRYKER, 'run', 'lab/mutation/stryker.config.json', ...options], tool)
