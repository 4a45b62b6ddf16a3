// `npm run staff:invite -- <email> <name>`: invites an admin and prints a one-time link.
import { runServerScript } from './run-server-script.ts'

await runServerScript('scripts/run-invite-staff.ts')
