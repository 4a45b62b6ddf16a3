// Parses the environment exactly as the application will, in a process of its own, and says what is wrong in one line.
import { EnvironmentError, parseEnv } from '../lib/env.ts'

try {
  parseEnv(process.env)
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error
  console.error(error.message.replace(/:\n\s*/, ': ').replace(/\n\s*/g, '; '))
  process.exit(1)
}
