// Measures the status that the page of a waiting customer polls, compared with a handler that only answers.
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
  await fillInquiries(client, CUSTOMERS)
  // Each customer has handed in everything and waits. Their cookies are their numbers.
  await client.query(
    `UPDATE "Inquiry" SET "status" = 'COMPLETED', "dueAt" = now() + interval '1 hour',
       "applicantHash" = "hash", "activeApplicantHash" = "hash"
     FROM (
       SELECT "id", encode(sha256(lpad((row_number() OVER () - 1)::text, 43, '0')::bytea), 'hex') AS "hash" FROM "Inquiry"
     ) AS customer WHERE customer."id" = "Inquiry"."id"`,
  )
  await client.end()
  let asked = 0
  const urls = {
    'only answers': await startBareApp(),
    'status of a waiting customer': `${sites[0]}/api/inquiries/current`,
  }
  const setupRequest = (request: object) => {
    const token = String(asked++ % CUSTOMERS).padStart(43, '0')
    return { ...request, headers: { cookie: `applicant=${token}` } }
  }
  await compare('Status', urls, [{ method: 'GET', setupRequest }], {
    seconds: 8,
    warmUpSeconds: 10,
  })
}
