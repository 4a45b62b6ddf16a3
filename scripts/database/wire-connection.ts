// One client's connection to the embedded database, as messages of PostgreSQL's wire protocol.
// PGlite has a single session. A client that starts a statement owns the session until it is idle again.
import type { Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { createStatementNames } from './statement-names.ts'
import type { Turns } from './turns.ts'

const SSL_REQUEST = 80_877_103
const CANCEL_REQUEST = 80_877_102
const PROTOCOL_3 = 196_608
const TERMINATE = 'X'
/** ReadyForQuery with the status "idle": neither a transaction nor a statement is open. */
const READY_AND_IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
const SYNC = Uint8Array.from([0x53, 0, 0, 0, 4])
/** A larger message is a mistake or an attack. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024

let connections = 0

/** Serves the socket until it closes; never rejects. */
export async function serveConnection(
  socket: Socket,
  database: PGlite,
  turns: Turns,
): Promise<void> {
  const names = createStatementNames(++connections)
  let release: (() => void) | null = null
  try {
    for await (const message of readMessages(socket)) {
      if (message.type === TERMINATE) break
      release ??= await turns.take()
      if (await isIdleAfter(names.rename(message.type, message.bytes))) {
        release()
        release = null
      }
    }
  } catch {
    // The client disconnected or sent garbage. The code below cleans up after it.
  } finally {
    socket.destroy()
    release ??= await turns.take()
    await clearUp().finally(release)
  }

  /** @returns whether the session is idle after its response */
  async function isIdleAfter(bytes: Uint8Array): Promise<boolean> {
    let tail = Buffer.alloc(0)
    await database.execProtocolRawStream(bytes, {
      onRawData: (data) => {
        // The bytes belong to PGlite's memory, which the next message overwrites.
        const answer = Buffer.from(data)
        if (socket.writable) socket.write(answer)
        tail = Buffer.concat([tail, answer]).subarray(-READY_AND_IDLE.length)
      },
    })
    return tail.equals(READY_AND_IDLE)
  }

  /** Ends a half-sent statement and an open transaction, and closes prepared statements. */
  async function clearUp(): Promise<void> {
    for (const message of [SYNC, ...names.closeAll(), SYNC])
      await database.execProtocolRawStream(message, { onRawData: () => {} })
    await database.exec('ROLLBACK')
  }
}

interface Message {
  /** The type byte; null for the start-up message, which has none. */
  type: string | null
  bytes: Uint8Array
}

async function* readMessages(socket: Socket): AsyncGenerator<Message> {
  let buffered = Buffer.alloc(0)
  let started = false
  for await (const chunk of socket) {
    buffered = Buffer.concat([buffered, chunk])
    for (;;) {
      // After the start-up message, a message begins with its type and the length of the rest.
      const typeBytes = started ? 1 : 0
      if (buffered.length < typeBytes + 4) break
      const length = buffered.readInt32BE(typeBytes)
      if (length < 4 || length > MAX_MESSAGE_BYTES) throw new Error('Not a message')
      if (buffered.length < typeBytes + length) break
      const bytes = buffered.subarray(0, typeBytes + length)
      buffered = buffered.subarray(typeBytes + length)
      if (started) {
        yield { type: String.fromCharCode(bytes[0] ?? 0), bytes: Uint8Array.from(bytes) }
        continue
      }
      const code = length >= 8 ? bytes.readInt32BE(4) : 0
      // Loopback needs no encryption, and PGlite can't cancel a statement.
      if (code === SSL_REQUEST) socket.write('N')
      else if (code === PROTOCOL_3) {
        started = true
        yield { type: null, bytes: Uint8Array.from(bytes) }
      } else if (code === CANCEL_REQUEST) return
      else throw new Error('Not a message')
    }
  }
}
