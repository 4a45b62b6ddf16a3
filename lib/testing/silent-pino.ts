/** Vitest uses this instead of pino, to keep log lines out of the test results. */
import pino from 'pino/pino.js'

const silent = (options: pino.LoggerOptions, stream: pino.DestinationStream) =>
  pino({ ...options, level: 'silent' }, stream)

export default Object.assign(silent, {
  stdTimeFunctions: pino.stdTimeFunctions,
  destination: pino.destination,
})
