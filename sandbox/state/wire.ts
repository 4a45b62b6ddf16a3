// The latest requests and delivery attempts, with their exact bytes. They contain personal data, so they stay in memory, and their
// number is limited.
const MAX_ENTRIES = 1_000
/** A separate limit, so that requests without a key can't displace the merchants' exchanges. */
const MAX_FOREIGN_ENTRIES = 100
const MAX_BODY_BYTES = 64 * 1024
const API_KEY = /svc_live_[\w-]+/g
const MASKED = 'svc_live_••••'

/** An incoming request, or a delivery attempt. */
export interface Exchange {
  /** When the request or attempt began. */
  at: string
  tenantId: string | null
  direction: 'request' | 'delivery'
  correlationId: string
  /** The correlation id in the new inquiry's events, if it differs from the request's (N24). */
  eventCorrelationId: string | null
  inquiryId: string | null
  method: string
  url: string
  requestHeaders: Record<string, string>
  requestBody: Uint8Array
  /** Null if no response came. */
  status: number | null
  failure: string | null
  responseHeaders: Record<string, string>
  responseBody: Uint8Array
  durationMs: number
  delivery: { id: string; deliveryId: string; attempt: number } | null
  fault: string | null
}

/** A body for display: text if it is UTF-8, otherwise base64. `byteLength` is that of the whole body. */
export interface ShownBody {
  encoding: 'utf8' | 'base64'
  content: string
  byteLength: number
  truncated: boolean
}

export type WireEntry = Omit<Exchange, 'requestBody' | 'responseBody'> & {
  /** Increases with every exchange. */
  sequence: number
  requestBody: ShownBody
  responseBody: ShownBody
}

/** Somebody has fetched a picture by its temporary URL. */
export interface PictureRead {
  inquiryId: string
  /** If not, a program, which may keep it. */
  isBrowser: boolean
}

export class Wire {
  readonly #exchanges: WireEntry[] = []
  /** Requests without a tenant, because their key is missing or unknown. */
  readonly #foreign: WireEntry[] = []
  readonly #listeners: ((entry: WireEntry) => void)[] = []
  readonly #pictureListeners: ((read: PictureRead) => void)[] = []
  #sequence = 0

  record(exchange: Exchange): void {
    this.#sequence += 1
    const entry = {
      ...exchange,
      sequence: this.#sequence,
      requestBody: showBody(exchange.requestBody),
      responseBody: showBody(exchange.responseBody),
      url: maskKey(exchange.url),
      requestHeaders: mapValues(exchange.requestHeaders, maskKey),
    }
    const isForeign = entry.tenantId === null
    const ring = isForeign ? this.#foreign : this.#exchanges
    ring.push(entry)
    if (ring.length > (isForeign ? MAX_FOREIGN_ENTRIES : MAX_ENTRIES)) ring.shift()
    for (const listener of this.#listeners) listener(entry)
  }

  /** Oldest first. `afterSequence` continues after an earlier list. */
  list(tenantId: string | null, afterSequence = 0): WireEntry[] {
    const all = tenantId === null ? [...this.#exchanges, ...this.#foreign] : this.#exchanges
    return all
      .filter((entry) => tenantId === null || entry.tenantId === tenantId)
      .filter((entry) => entry.sequence > afterSequence)
      .toSorted((one, other) => one.sequence - other.sequence)
  }

  onEntry(listener: (entry: WireEntry) => void): void {
    this.#listeners.push(listener)
  }

  /** Only tells the listeners: the wire keeps no pictures. */
  recordPicture(read: PictureRead): void {
    for (const listener of this.#pictureListeners) listener(read)
  }

  onPicture(listener: (read: PictureRead) => void): void {
    this.#pictureListeners.push(listener)
  }

  clear(): void {
    this.#exchanges.length = 0
    this.#foreign.length = 0
  }
}

// The exact bytes include a byte order mark.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function showBody(body: Uint8Array): ShownBody {
  const { byteLength } = body
  const bytes = body.subarray(0, MAX_BODY_BYTES)
  const truncated = byteLength > bytes.byteLength
  try {
    return { encoding: 'utf8', content: utf8.decode(bytes), byteLength, truncated }
  } catch {
    const content = Buffer.from(bytes).toString('base64')
    return { encoding: 'base64', content, byteLength, truncated }
  }
}

/** Masks API keys in the text, because a key is shown only once, at its creation (A3). */
function maskKey(text: string): string {
  return text.replaceAll(API_KEY, (key) => MASKED + key.slice(-4))
}

function mapValues(
  record: Record<string, string>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
