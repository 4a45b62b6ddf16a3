// `npm run doctor`: what is wrong with this machine, its environment, the service and the running app, and what to do.
// `-- --open` also opens an inquiry, the only way to see whether the template is published.
// `-- --delivery body.json --signature sha256=…` looks only at a captured delivery: its raw body and its signature header.
import { runServerScript } from './run-server-script.ts'

await runServerScript('scripts/doctor/main.ts')
