// Checks TLS to the database on the actual connection.
import { TLSSocket } from 'node:tls'
import type pg from 'pg'
import { isLoopback } from '../../lib/published-secrets.ts'
import { type Finding, right, wrong } from './finding.ts'

const HOW =
  'Set sslmode=verify-full in DATABASE_URL, and sslrootcert to the CA certificate if the server’s certificate isn’t publicly trusted.'

export function checkTransport(client: pg.Client, url: string): Finding[] {
  const { host, hostname } = new URL(url)
  // Without a host, it is a Unix socket.
  if (hostname === '' || isLoopback(url)) return []
  const { stream } = client.connection
  if (!(stream instanceof TLSSocket))
    return [
      wrong(
        `The connection to the database at ${host} is not encrypted`,
        `Passwords, references and the audit trail cross the network in plain text. ${HOW}`,
      ),
    ]
  if (!stream.authorized)
    return [
      wrong(
        `The certificate of the database at ${host} is not verified`,
        `Anyone who can answer at this address gets the password. ${HOW}`,
      ),
    ]
  return [right('The connection to the database is encrypted, and its certificate is verified')]
}
