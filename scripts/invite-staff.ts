// `npm run staff:invite -- <e-mail> <name>`: an admin, with a first password that is shown once.
import { runServerScript } from './run-server-script.ts'

await runServerScript('scripts/run-invite-staff.ts')
