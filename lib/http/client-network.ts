/** Identifies the client's network, as a key for rate limits. */
import ip from 'ipaddr.js'

/** Shared by all requests with an unknown address. */
export const UNKNOWN_NETWORK = 'unknown'

/**
 * Every proxy appends its caller's address, so behind two proxies the client is the second entry from the end. Entries further left
 * come from the client, who may invent them. A request with fewer entries than proxies has bypassed one, so its header isn't trusted.
 * @param forwardedFor `X-Forwarded-For`
 * @param trustedHops how many proxies are in front of the app. With 0, the client wrote the header itself, so all clients count as
 *   one network
 * @returns an IPv4 address, the /64 of an IPv6 address, or {@link UNKNOWN_NETWORK}
 */
export function clientNetwork(forwardedFor: string | null, trustedHops: number): string {
  if (trustedHops === 0) return UNKNOWN_NETWORK
  const client = forwardedFor?.split(',').at(-trustedHops) ?? ''
  const address = withoutPort(client.trim())
  // The package alone would also accept `127.1` and `0x7f000001`.
  if (!ip.IPv6.isValid(address) && !ip.IPv4.isValidFourPartDecimal(address)) return UNKNOWN_NETWORK
  // An IPv4-mapped address counts as IPv4.
  const parsed = ip.process(address)
  if (parsed instanceof ip.IPv4) return parsed.toString()
  // One subscriber controls at least the addresses of a /64.
  const groups = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}

/** Accepts `192.0.2.1:443`, `[2001:db8::1]:443` and `[2001:db8::1]`. */
function withoutPort(entry: string): string {
  const [, ipv4, ipv6] = /^([\d.]+):\d+$|^\[(.+)\](?::\d+)?$/.exec(entry) ?? []
  return ipv4 ?? ipv6 ?? entry
}
