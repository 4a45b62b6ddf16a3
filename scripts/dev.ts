// `npm run dev`: the demo with hot reload of the app (Turbopack) and of the sandbox (tsx watch).
// Every line that a process writes is shown with its name.
import { readOptions } from './options.ts'
import { runStack } from './run-stack.ts'

await runStack({
  mode: 'development',
  reset: readOptions('dev').values.reset === true,
  describe: ({ port }) => `Ready on http://localhost:${port}. Ctrl-C stops everything.`,
})
