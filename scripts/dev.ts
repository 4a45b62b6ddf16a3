// `npm run dev`: starts everything with hot reload, and prefixes each process's output with its name.
import { readOptions } from './options.ts'
import { runStack } from './run-stack.ts'

await runStack({
  mode: 'development',
  reset: readOptions('dev').values.reset === true,
  describe: ({ port }) => `Ready on http://localhost:${port}. Ctrl-C stops everything.`,
})
