// `npm run doctor`: what is wrong with this machine, its environment, the service and the running app, and what to do.
// `-- --open` also opens an inquiry, which alone shows whether the template is published.
import { runServerScript } from './run-server-script.ts'

await runServerScript('scripts/doctor/main.ts')
