// `npm run staff:recover -- <email>`: prints a one-time link with which this member of staff signs in again.
import { runServerScript } from './run-server-script.ts'

await runServerScript('scripts/run-recover-staff.ts')
