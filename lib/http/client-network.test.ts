import { expect, test } from 'vitest'
import { clientNetwork, UNKNOWN_NETWORK } from './client-network'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  [' 192.0.2.1 ', '192.0.2.1'],
  ['192.0.2.1:443', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['[2001:db8::1]', '2001:db8:0:0::/64'],
  ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
  ['::ffff:0:192.0.2.1', '0:0:0:0::/64'],
])('%s belongs to %s', (entry, network) => {
  expect(clientNetwork(entry, 1)).toBe(network)
})

test.each([
  null,
  '',
  'unknown',
  '192.0.2.1,',
  '192.0.2.256',
  '192.0.2.1:x',
  '[192.0.2.1',
  '2001:db8::1::2',
  '[2001:db8::1]443',
])('%j counts as the unknown network', (header) => {
  expect(clientNetwork(header, 1)).toBe(UNKNOWN_NETWORK)
})

test('behind n proxies, the client is the nth entry from the end', () => {
  const header = '198.51.100.9, 192.0.2.1, 10.0.0.2:8443'
  expect(clientNetwork(header, 1)).toBe('10.0.0.2')
  expect(clientNetwork(header, 2)).toBe('192.0.2.1')
  expect(clientNetwork(header, 3)).toBe('198.51.100.9')
  // A request with fewer entries has bypassed a proxy.
  expect(clientNetwork(header, 4)).toBe(UNKNOWN_NETWORK)
})

test('without a proxy, a forged header doesn’t change the network', () => {
  expect(clientNetwork('192.0.2.1', 0)).toBe(clientNetwork('192.0.2.2, 192.0.2.3', 0))
})
