// `npm run audit:verify`: verifies the hash chain of the audit trail. Exits with 1 if it is broken.
import { runServerScript } from './run-server-script.ts'

await runServerScript('scripts/run-verify-audit.ts')
