// Names of prepared statements belong to a connection. All connections of the embedded database share one session, so
// each gets names of its own there.

const PARSE = 'P'
const BIND = 'B'
const DESCRIBE = 'D'
const CLOSE = 'C'
const STATEMENT = 'S'.charCodeAt(0)
/** Type byte and length. */
const HEADER_BYTES = 5

export interface StatementNames {
  /** @returns the message with the connection's own name in place of the one that the client gave */
  rename(type: string | null, message: Uint8Array): Uint8Array
  /** @returns the messages that close what this connection has prepared */
  closeAll(): Uint8Array[]
}

export function createStatementNames(connection: number): StatementNames {
  const prefix = `c${connection}_`
  const prepared = new Set<string>()
  return {
    rename(type, message) {
      const start = type === null ? null : nameStart(type, message)
      if (start === null) return message
      const end = message.indexOf(0, start)
      const name = Buffer.from(message.subarray(start, end)).toString()
      if (end < 0 || name === '') return message
      if (type === PARSE) prepared.add(name)
      const renamed = Buffer.concat([
        message.subarray(0, start),
        Buffer.from(prefix),
        message.subarray(start),
      ])
      renamed.writeInt32BE(renamed.length - 1, 1)
      return Uint8Array.from(renamed)
    },
    closeAll: () => [...prepared].map((name) => closeMessage(prefix + name)),
  }
}

/** Where the name of a statement begins; null for a message that names none. */
function nameStart(type: string, message: Uint8Array): number | null {
  if (type === PARSE) return HEADER_BYTES
  // The name of the portal comes before.
  if (type === BIND) return message.indexOf(0, HEADER_BYTES) + 1
  const namesStatement = message[HEADER_BYTES] === STATEMENT
  return (type === DESCRIBE || type === CLOSE) && namesStatement ? HEADER_BYTES + 1 : null
}

function closeMessage(name: string): Uint8Array {
  const message = Buffer.from(`${CLOSE}\0\0\0\0S${name}\0`)
  message.writeInt32BE(message.length - 1, 1)
  return Uint8Array.from(message)
}
