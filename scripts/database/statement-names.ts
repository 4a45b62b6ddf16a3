// Names of prepared statements belong to a connection. The embedded database has one session for all connections, so each
// connection's names get a prefix.

const PARSE = 'P'
const BIND = 'B'
const DESCRIBE = 'D'
const CLOSE = 'C'
const STATEMENT = 'S'.charCodeAt(0)
/** The type byte and the length. */
const HEADER_BYTES = 5

export interface StatementNames {
  /** @returns the message with the client's name replaced by the connection's */
  rename(type: string | null, message: Uint8Array): Uint8Array
  /** @returns the messages that close this connection's statements */
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

/** Where the statement's name begins; null if the message has none. */
function nameStart(type: string, message: Uint8Array): number | null {
  if (type === PARSE) return HEADER_BYTES
  // The portal's name comes first.
  if (type === BIND) return message.indexOf(0, HEADER_BYTES) + 1
  const namesStatement = message[HEADER_BYTES] === STATEMENT
  return (type === DESCRIBE || type === CLOSE) && namesStatement ? HEADER_BYTES + 1 : null
}

function closeMessage(name: string): Uint8Array {
  const message = Buffer.from(`${CLOSE}\0\0\0\0S${name}\0`)
  message.writeInt32BE(message.length - 1, 1)
  return Uint8Array.from(message)
}
