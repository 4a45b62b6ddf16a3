/** Identifies the client's network, as a key for rate limits. */
import { isIPv4, isIPv6 } from 'node:net'

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
  if (isIPv4(address)) return address
  return isIPv6(address) ? networkOfIpv6(address) : UNKNOWN_NETWORK
}

/** Accepts `192.0.2.1:443`, `[2001:db8::1]:443` and `[2001:db8::1]`. */
function withoutPort(entry: string): string {
  const [, ipv4, ipv6] = /^([\d.]+):\d+$|^\[(.+)\](?::\d+)?$/.exec(entry) ?? []
  return ipv4 ?? ipv6 ?? entry
}

/** Returns the /64, because one subscriber controls at least that many addresses. An IPv4-mapped address counts as IPv4. */
function networkOfIpv6(address: string): string {
  const groups = toGroups(address)
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return toIpv4(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Returns all eight groups, without leading zeros. */
function toGroups(address: string): string[] {
  const [withoutZone = ''] = address.split('%')
  // The URL parser lower-cases, strips zeros and turns a dotted end into two groups.
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1)
  const [left = [], right = []] = canonical
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
  return [...left, ...Array(8 - left.length - right.length).fill('0'), ...right]
}

const toIpv4 = (groups: string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
