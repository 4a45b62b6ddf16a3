// `npm run retention`: removes what is past its age; `-- --dry-run` only counts.
// `-- --erase <id of an inquiry>` erases its applicant instead.
import { runServerScript } from './run-server-script.ts'

await runServerScript('scripts/run-retention.ts')
