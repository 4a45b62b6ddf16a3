// `npm run doctor`: checks this machine, the environment, the service and the running app, and says how to fix them.
// `-- --open` also opens an inquiry, the only way to see that the template is published.
// `-- --delivery body.json --signature sha256=…` only examines a captured delivery: its raw body and its signature header.
import { runServerScript } from './run-server-script.ts'

await runServerScript('scripts/doctor/main.ts')
