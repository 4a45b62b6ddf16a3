// Where events may be sent: HTTPS to public addresses (W2). The addresses that a hostname resolves to are checked in the
// connection's own DNS lookup, so the name can't change its address after the check.
import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup as dnsLookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** Every range outside the public internet (IANA special-purpose registries). */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv6')
}

export type AddressVerdict = { ok: true; url: URL } | { ok: false; reason: string }

/** Checks what an endpoint's URL shows without a DNS lookup. */
export function checkEndpointUrl(given: string, allowLoopbackHttp: boolean): AddressVerdict {
  if (!URL.canParse(given)) return { ok: false, reason: 'The URL is invalid.' }
  const url = new URL(given)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLoopback = host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host)
  if (url.username !== '' || url.password !== '') {
    return { ok: false, reason: 'The URL must not contain credentials.' }
  }
  if (url.protocol === 'http:') {
    return allowLoopbackHttp && isLoopback
      ? { ok: true, url }
      : { ok: false, reason: 'A webhook URL must be HTTPS (W2).' }
  }
  if (url.protocol !== 'https:') return { ok: false, reason: 'A webhook URL must be HTTPS (W2).' }
  if (isLoopback && !allowLoopbackHttp) {
    return { ok: false, reason: 'The URL points to this machine.' }
  }
  if (isIP(host) !== 0 && !isAllowedAddress(host, allowLoopbackHttp)) {
    return { ok: false, reason: 'The URL points to a private address.' }
  }
  return { ok: true, url }
}

/** Whether the sandbox may connect to this address. */
export function isAllowedAddress(address: string, allowLoopback: boolean): boolean {
  const family = isIP(address)
  if (family === 0) return false
  if (isLoopbackAddress(address)) return allowLoopback
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return isAllowedAddress(mapped, allowLoopback)
  // Refuse an IPv4 address that is embedded in any other notation.
  if (/^::ffff:/i.test(address)) return false
  return !PRIVATE.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void

/** A `lookup` for http(s).request that refuses a name if any of its addresses is private. */
export function guardedLookup(allowLoopback: boolean) {
  return (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const refused = addresses.some(({ address }) => !isAllowedAddress(address, allowLoopback))
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
}

function isLoopbackAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && LOOPBACK.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
