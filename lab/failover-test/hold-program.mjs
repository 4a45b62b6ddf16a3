// Runs a program other than Node under the supervisor: `hold-program.mjs <user id, or -> <program> [argument …]`. When the
// supervisor ends, so do this process and the program.
import { spawn } from 'node:child_process'

const [user, program, ...args] = process.argv.slice(2)
const id = user === '-' ? undefined : Number(user)
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], uid: id, gid: id })
// PostgreSQL's fast shutdown: SIGTERM would wait for its clients.
process.on('SIGTERM', () => child.kill('SIGINT'))
child.once('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
child.once('exit', (code) => process.exit(code ?? 1))
