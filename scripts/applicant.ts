// `npm run applicant -- export <id>` prints what is stored about the applicant of this inquiry, as JSON;
// `-- erase <id>` erases it and prints a receipt, and with `--dry-run` only counts.
import { runServerScript } from './run-server-script.ts'

await runServerScript('scripts/run-applicant.ts')
