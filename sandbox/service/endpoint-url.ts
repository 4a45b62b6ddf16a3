// Restricts where events may be sent: HTTPS to public addresses (W2). The connection's own DNS lookup checks the resolved
// addresses, so a name can't change its address after the check.
import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup as dnsLookup } from 'node:dns'
import { isIP } from 'node:net'
import ip from 'ipaddr.js'

/** The only public IPv6 addresses (RFC 4291). */
const GLOBAL_UNICAST = ip.IPv6.parseCIDR('2000::/3')

export type AddressVerdict = { ok: true; url: URL } | { ok: false; reason: string }

/** Checks a URL without a DNS lookup. Plain HTTP is allowed on this machine, for a receiver under development. */
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
    return { ok: false, reason: 'A webhook URL must be HTTPS (W2), except on this machine.' }
  }
  if (isIP(host) !== 0 && !isAllowedAddress(host)) {
    return { ok: false, reason: 'The URL points to a private address.' }
  }
  return { ok: true, url }
}

function isAllowedAddress(given: string): boolean {
  if (isIP(given) === 0) return false
  // An IPv4 address inside an IPv6 address counts as itself.
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

/** A `lookup` for http(s).request. It refuses a name that has any private address. */
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
