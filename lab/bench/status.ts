// Measures the status that the page of a waiting customer polls, compared with a handler that only answers.
import type autocannon from 'autocannon'
import pg from 'pg'
import { buildProject } from '../load/builds.ts'
import { freePorts } from '../load/parts.ts'
import { startStack } from '../load/stack.ts'
import { startBareApp } from './bare-app.ts'
import { fillInquiries } from './million.ts'
import { compare } from './rounds.ts'

const CUSTOMERS = 1_000

export async function benchStatus(): Promise<void> {
  await buildProject()
  const { sites, databaseUrl } = await startStack({ appPorts: await freePorts(1) })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await fillWaiting(client)
  await client.end()
  const urls = {
    'only answers': await startBareApp(),
    'status of a waiting customer': `${sites[0]}/api/inquiries/current`,
  }
  await compare('Status', urls, [{ method: 'GET', setupRequest: waitingCustomers() }], {
    seconds: 8,
    warmUpSeconds: 10,
  })
}

/** Makes customers who have handed in everything and wait. Their cookies are their numbers. */
export async function fillWaiting(client: pg.Client): Promise<void> {
  await fillInquiries(client, CUSTOMERS)
  await client.query(
    `UPDATE "Inquiry" SET "status" = 'COMPLETED', "dueAt" = now() + interval '1 hour',
       "applicantHash" = "hash", "activeApplicantHash" = "hash"
     FROM (
       SELECT "id", encode(sha256(lpad((row_number() OVER () - 1)::text, 43, '0')::bytea), 'hex') AS "hash" FROM "Inquiry"
     ) AS customer WHERE customer."id" = "Inquiry"."id"`,
  )
}

/** Gives each request the next customer's cookie. */
export function waitingCustomers() {
  let asked = 0
  return (request: autocannon.Request): autocannon.Request => {
    const token = String(asked++ % CUSTOMERS).padStart(43, '0')
    return { ...request, headers: { cookie: `applicant=${token}` } }
  }
}
