// The wire as an HTTP Archive (HAR 1.2), for browser developer tools and proxies.
import type { ShownBody, WireEntry } from '../state/wire.ts'

/** @param publicUrl the origin for requests, because the wire stores only their path. */
export function toHar(entries: readonly WireEntry[], publicUrl: string) {
  return {
    log: {
      version: '1.2',
      creator: { name: 'verification-sandbox', version: '1' },
      entries: entries.map((entry) => toHarEntry(entry, publicUrl)),
    },
  }
}

function toHarEntry(entry: WireEntry, publicUrl: string) {
  const url = new URL(entry.url, publicUrl)
  return {
    startedDateTime: entry.at,
    time: entry.durationMs,
    request: {
      method: entry.method,
      url: url.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toHeaders(entry.requestHeaders),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: entry.requestBody.byteLength,
      ...(entry.requestBody.byteLength > 0
        ? {
            postData: {
              mimeType: contentType(entry.requestHeaders),
              text: entry.requestBody.content,
            },
          }
        : {}),
    },
    response: {
      status: entry.status ?? 0,
      statusText: entry.failure ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toHeaders(entry.responseHeaders),
      content: toContent(entry.responseBody, contentType(entry.responseHeaders)),
      redirectURL: entry.responseHeaders.location ?? '',
      headersSize: -1,
      bodySize: entry.responseBody.byteLength,
    },
    cache: {},
    timings: { send: 0, wait: entry.durationMs, receive: 0 },
    comment: commentOf(entry),
  }
}

function toHeaders(headers: Record<string, string>) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

function toContent({ byteLength, content, encoding }: ShownBody, mimeType: string) {
  const base64 = encoding === 'base64' ? { encoding } : {}
  return { size: byteLength, mimeType, text: content, ...base64 }
}

function contentType(headers: Record<string, string>): string {
  return headers['content-type'] ?? ''
}

function commentOf({ direction, correlationId, delivery, fault }: WireEntry): string {
  const what = delivery ? `${direction}, attempt ${delivery.attempt}` : direction
  return [`${what}, correlation id ${correlationId}`, fault && `fault ${fault}`]
    .filter(Boolean)
    .join(', ')
}
