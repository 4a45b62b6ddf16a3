import { expect, test } from 'vitest'
import { checkEndpointUrl } from './endpoint-url.ts'

test.each(['https://merchant.example/hooks', 'https://93.184.215.14/x', 'https://[2606:2800::1]/'])(
  'a public HTTPS address can be an endpoint: %s',
  (url) => expect(checkEndpointUrl(url).ok).toBe(true),
)

test.each([
  'http://merchant.example/hooks',
  'ftp://merchant.example/',
  'not a url',
  'https://user:secret@merchant.example/',
  'http://192.168.1.1/',
  'https://10.1.2.3/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://[fd00::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::7f00:1]/',
  'https://[::7f00:1]/',
  'https://[fec0::1]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
])('%s cannot be an endpoint (W2)', (url) => expect(checkEndpointUrl(url).ok).toBe(false))

test.each([
  'http://localhost:3000/hooks',
  'http://app.localhost:3000/hooks',
  'http://127.0.0.1:3000/hooks',
  'http://[::1]:3000/hooks',
  'https://localhost/',
])('this machine can be an endpoint, without TLS too: %s', (url) =>
  expect(checkEndpointUrl(url).ok).toBe(true),
)
