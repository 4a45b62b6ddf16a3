// TLS to the database: a real PostgreSQL with a certificate from this test's own authority. Skipped without openssl.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Database, startDatabase } from '../scripts/database'
import { migrate } from '../scripts/migrate'
import { DATABASE_LIMITS } from './database-session'
import { acceptsWrites, db, queryDirectly } from './db'
import { Prisma } from './prisma-client/client'
import { startTestApp } from './testing/test-app'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

describe.skipIf(!hasOpenssl)('TLS to PostgreSQL', () => {
  let database: Database
  const folder = mkdtempSync(join(tmpdir(), 'database-tls-'))
  const file = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })

  function makeAuthority(name: string): void {
    openssl(
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', `/CN=${name}`, '-keyout', file(`${name}.key`), '-out', file(`${name}.pem`)],
    )
  }

  /** For localhost, and not for 127.0.0.1. */
  function makeServerCertificate(authority: string): void {
    openssl(
      ...[
        'req',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-subj',
        '/CN=localhost',
      ],
      ...['-keyout', file('server.key'), '-out', file('server.csr')],
    )
    writeFileSync(file('names'), 'subjectAltName=DNS:localhost')
    openssl(
      ...['x509', '-req', '-in', file('server.csr'), '-CA', file(`${authority}.pem`)],
      ...['-CAkey', file(`${authority}.key`), '-CAcreateserial', '-days', '2'],
      ...['-extfile', file('names'), '-out', file('server.pem')],
    )
  }

  beforeAll(async () => {
    makeAuthority('ours')
    makeAuthority('another')
    makeServerCertificate('ours')
    await (await startDatabase({ dataDir: folder, port: 0, durable: false })).stop()
    const data = join(folder, 'postgres')
    // The server may run as another user, which must own its key.
    const { uid, gid } = statSync(data)
    chmodSync(file('server.key'), 0o600)
    chownSync(file('server.key'), uid, gid)
    const settings = `ssl = on\nssl_cert_file = '${file('server.pem')}'\nssl_key_file = '${file('server.key')}'\n`
    appendFileSync(join(data, 'postgresql.conf'), settings)
    database = await startDatabase({ dataDir: folder, port: 0, durable: false })
    await migrate(database.url)
  })
  afterAll(async () => {
    await database?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** As in docs/operations.md. */
  function urlFor(host: string, authority: string): string {
    const url = new URL(database.url)
    url.hostname = host
    url.search = `?sslmode=verify-full&sslrootcert=${file(`${authority}.pem`)}`
    return url.href
  }
  const connect = async (connectionString: string) => {
    const client = new pg.Client({ connectionString, ...DATABASE_LIMITS })
    client.on('error', () => {})
    onTestFinished(() => client.end().catch(() => {}))
    await client.connect()
  }

  test('the app reads and writes over an encrypted connection if the configured authority signed the certificate', async () => {
    const url = urlFor('localhost', 'ours')
    const app = await startTestApp(async () => ({ url, stop: async () => {} }))
    onTestFinished(() => app.stop())
    const isEncrypted = Prisma.sql`SELECT "ssl" FROM pg_stat_ssl WHERE "pid" = pg_backend_pid()`
    expect(await db().$queryRaw(isEncrypted)).toEqual([{ ssl: true }])
    expect(await queryDirectly('is_encrypted', isEncrypted)).toEqual([{ ssl: true }])
    expect(await acceptsWrites()).toBe(true)
  })

  test('a server with a certificate from another authority is refused', async () => {
    await expect(connect(urlFor('localhost', 'another'))).rejects.toThrow(
      /unable to verify|self-signed|unable to get local issuer/,
    )
  })

  test('a server with a certificate for another name is refused', async () => {
    await expect(connect(urlFor('127.0.0.1', 'ours'))).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
  })
})
