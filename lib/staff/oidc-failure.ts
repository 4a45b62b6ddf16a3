/** Turns a failed sign-in with the identity provider into log fields. */
import 'server-only'
import { createHmac } from 'node:crypto'
import { env } from '../runtime/env'
import { errorName, type LogFields } from '../runtime/log'

/**
 * @returns the failed check, with the expected and the received value. A received value may be a token or name a person, so it is
 *   hashed, unless it is a time or an algorithm's name. The provider's description is left out for the same reason.
 */
export function explainFailure(error: Error): LogFields {
  // next-auth wraps errors, but keeps the message, the code and the stack, which starts with the original error's name.
  const [name = error.name] = /^\w+/.exec(error.stack ?? '') ?? []
  const cause = Object.assign(new Error(), { name, code: Object(error).code })
  return { error: errorName(cause), ...explainMessage(name, error.message) }
}

/** Knows the messages of next-auth and of openid-client 5, whose `RPError` is a failed check and `OPError` the provider's answer. */
function explainMessage(name: string, message: string): LogFields {
  const [, status] = /^expected 2\d\d .*, got: (\d{3})/.exec(message) ?? []
  if (status) return { reason: 'unexpected status', status }
  // Keeps an OAuth error code, without its description.
  const [code] = /^[a-z_]{1,40}(?= \(|$)/.exec(message) ?? []
  if (code) return { reason: code }
  if (name !== 'RPError' && name !== 'TypeError') return {}
  const [, late, now, claim, time] = /^([\w ]+), now (\d+), (\w+) (\d+)$/.exec(message) ?? []
  if (late) {
    const reason = `${late}: ${claim}; compare this machine’s clock with the provider’s`
    return { reason, expected: now, got: time }
  }
  const [, check, expected = '', got = ''] =
    /^([\w ]+), expected (.+?)(?:, got:| to be included in) (.*)$/s.exec(message) ?? []
  if (check) return { reason: check, expected: shown(expected), got: shown(got) }
  return { reason: /^[\w '-]{1,100}/.exec(message)?.[0].trim() }
}

const ALGORITHM = /^(HS|RS|PS|ES)\d{3}$|^EdDSA$|^none$/

function shown(value: string): string {
  const { OIDC_ISSUER, OIDC_CLIENT_ID } = env()
  if (value === OIDC_ISSUER || value === OIDC_CLIENT_ID || ALGORITHM.test(value)) return value
  // A plain hash of a personnel number could be reversed by trying all numbers.
  return `hmac:${createHmac('sha256', env().NEXTAUTH_SECRET).update(value).digest('hex').slice(0, 12)}`
}
