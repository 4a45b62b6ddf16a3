// Where events may be sent: HTTPS to public addresses (W2). The addresses that a hostname resolves to are checked in the
// connection's own DNS lookup, so the name can't change its address after the check.
import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup as dnsLookup } from 'node:dns'
import { isIP } from 'node:net'
import ip from 'ipaddr.js'

/** The only IPv6 addresses of the public internet (RFC 4291). */
const GLOBAL_UNICAST = ip.IPv6.parseCIDR('2000::/3')

export type AddressVerdict = { ok: true; url: URL } | { ok: false; reason: string }

/** Checks what an endpoint's URL shows without a DNS lookup. This machine may be without TLS: a receiver under development is. */
export function checkEndpointUrl(given: string): AddressVerdict {
  if (!URL.canParse(given)) return { ok: false, reason: 'The URL is invalid.' }
  const url = new URL(given)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLoopback =
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    (isIP(host) !== 0 && ip.process(host).range() === 'loopback')
  if (url.username !== '' || url.password !== '') {
    return { ok: false, reason: 'The URL must not contain credentials.' }
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
    return { ok: false, reason: 'A webhook URL must be HTTPS (W2).' }
  }
  if (isIP(host) !== 0 && !isAllowedAddress(host)) {
    return { ok: false, reason: 'The URL points to a private address.' }
  }
  return { ok: true, url }
}

/** Whether the sandbox may connect to this address. */
function isAllowedAddress(given: string): boolean {
  if (isIP(given) === 0) return false
  // An IPv4 address that is embedded in an IPv6 one counts as itself.
  const address = ip.process(given)
  const range = address.range()
  if (range === 'loopback') return true
  return range === 'unicast' && (address instanceof ip.IPv4 || address.match(GLOBAL_UNICAST))
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void

/** A `lookup` for http(s).request that refuses a name if any of its addresses is private. */
export function guardedLookup(
  hostname: string,
  options: LookupOptions,
  callback: LookupCallback,
): void {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const refused = addresses.some(({ address }) => !isAllowedAddress(address))
    const [first] = addresses
    if (refused || !first) {
      const refusal: NodeJS.ErrnoException = new Error('the name resolves to a private address')
      refusal.code = 'EPRIVATE'
      return callback(refusal, [])
    }
    if (options.all) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}
