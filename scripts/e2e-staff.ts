// `npm run staff:e2e -- <domain>`: viewer@, reviewer@ and admin@ this domain, with one new password, for E2E_TARGET=real.
import { runServerScript } from './run-server-script.ts'

await runServerScript('scripts/run-e2e-staff.ts')
