// `npm run retention`: deletes what is past its retention period; `-- --dry-run` only counts.
import { runServerScript } from './run-server-script.ts'

await runServerScript('scripts/run-retention.ts')
