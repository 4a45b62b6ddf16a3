// `npm run staff:invite -- <email> <name>`: invites an admin and prints the first password, once.
import { runServerScript } from './run-server-script.ts'

await runServerScript('scripts/run-invite-staff.ts')
