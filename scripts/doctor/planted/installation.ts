// A healthy installation to make mistakes in: a PostgreSQL server, the app's own handlers on a socket, and a scripted service.
import pg from 'pg'
import type { Script } from '../../../lib/testing/scripted-service.ts'
import { startTestApp, type TestApp } from '../../../lib/testing/test-app.ts'
import { startOwnTestServer } from '../../database/real-test-database.ts'
import { findFreePort } from '../../ports.ts'
import { type Examination, examine } from '../examine.ts'
import { serveApp } from '../served-app.ts'
import { serve, soundService } from '../test-server.ts'

export interface Installation {
  app: TestApp
  appUrl: string
  databaseUrl: string
  issuer: string
  /** Nothing listens there. */
  closedUrl: string
  /** Steps that make it healthy again, the newest last. */
  undo: (() => unknown)[]
}

/** How an installation differs from a healthy one. */
export interface Planted {
  env?: Record<string, string>
  port?: number
  usesRealService?: true
  opens?: true
  instances?: string[]
}

export interface Mistake {
  mistake: string
  plant: (installation: Installation) => Promise<Planted> | Planted
  /** The expected complaints, each with the problem and its fix. */
  found: RegExp[]
  needsPgBouncer?: true
}

export async function startInstallation(): Promise<Installation> {
  const app = await startTestApp(startOwnTestServer)
  const databaseUrl = process.env.DATABASE_URL ?? ''
  // Before the app connects, because a database can only be copied while nobody uses it.
  await run('CREATE DATABASE pristine TEMPLATE postgres', named(databaseUrl, 'template1'))
  const appUrl = await serveApp()
  process.env.NEXTAUTH_URL = appUrl
  const closedUrl = `http://127.0.0.1:${await findFreePort()}`
  const issuer = await serve(async () =>
    Response.json({
      authorization_endpoint: 'https://id.example/authorize',
      token_endpoint: 'https://id.example/token',
    }),
  )
  return { app, appUrl, databaseUrl, issuer, closedUrl, undo: [] }
}

/** The service when nothing is wrong with it. */
export const healthy: Script = (request, nth) =>
  soundService(process.env.VERIFICATION_API_KEY ?? '')(request, nth)

/** The doctor's findings about this installation, except those that are right and its hint about `--open`. */
export async function complaints(
  { appUrl, databaseUrl, issuer, closedUrl }: Installation,
  planted: Planted,
): Promise<string[]> {
  const examination: Examination = {
    settings: {
      env: {
        ...definedEnvironment(),
        NODE_ENV: 'production',
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: 'app',
        OIDC_CLIENT_SECRET: 'secret',
        ...planted.env,
      },
      publicHost: 'localhost',
      port: planted.port ?? portOf(appUrl),
      sandboxPort: portOf(closedUrl),
      databasePort: portOf(databaseUrl),
      dataDir: '',
      startsDatabase: false,
      startsSandbox: !planted.usesRealService,
    },
    chosen: planted.env ?? {},
    nodeVersion: process.versions.node,
    opens: planted.opens ?? false,
    instances: planted.instances ?? [],
  }
  const said: string[] = []
  for await (const finding of examine(examination)) {
    const isReminder = finding.what.startsWith('Only opening an inquiry shows')
    if (finding.verdict !== 'right' && !isReminder) said.push(`${finding.what}\n${finding.advice}`)
  }
  return said
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])),
  )
}

export const portOf = (url: string) => Number(new URL(url).port)

/** The URL of another database on the same server. */
export const named = (databaseUrl: string, name: string) =>
  Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href

export async function run(statements: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statements)
  await client.end()
}
