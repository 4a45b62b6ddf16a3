// Run as a separate process: parses the environment as the app will, and prints any mistakes on one line.
import { EnvironmentError, parseEnv } from '../lib/env.ts'

try {
  parseEnv(process.env)
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error
  console.error(error.message.replace(/:\n\s*/, ': ').replace(/\n\s*/g, '; '))
  process.exit(1)
}
