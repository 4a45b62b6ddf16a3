/** What the log says about a sign-in that the identity provider, or a check of its answer, ended. */
import 'server-only'
import { createHash } from 'node:crypto'
import { env } from '../runtime/env'
import { errorName, type LogFields } from '../runtime/log'

/**
 * @returns which check failed, what it expected and what it got. A value that came from outside is a hash, unless it is a time or
 *   the name of an algorithm, because it may be a token or name a person. So may a description that a provider sends.
 */
export function explainFailure(error: Error): LogFields {
  // next-auth wraps what it catches, but keeps the message, the code and the stack, which begins with the error's own name.
  const [name = error.name] = /^\w+/.exec(error.stack ?? '') ?? []
  const cause = Object.assign(new Error(), { name, code: Object(error).code })
  return { error: errorName(cause), ...explainMessage(name, error.message) }
}

/** The messages are those of openid-client 5 (`RPError`: a check; `OPError`: what the provider answered) and of next-auth. */
function explainMessage(name: string, message: string): LogFields {
  const [, status] = /^expected 2\d\d .*, got: (\d{3})/.exec(message) ?? []
  if (status) return { reason: 'unexpected status', status }
  // An error code of OAuth, without the description.
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
  return `sha256:${createHash('sha256').update(value).digest('hex').slice(0, 12)}`
}
