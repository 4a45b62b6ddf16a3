import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type DatabaseServer, serveDatabase } from './database-server.ts'

let server: DatabaseServer
const clients: pg.Client[] = []
beforeAll(async () => {
  server = await serveDatabase(await PGlite.create(), 0)
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => {})))
})
afterAll(() => server.stop())

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url })
  client.on('error', () => {})
  await client.connect()
  clients.push(client)
  return client
}
/** Closes the socket without a Terminate message, as after kill -9. */
function dropConnection(client: pg.Client) {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/** Runs a statement with `count` parameters and checks its result, so mixed-up statements show. */
async function sum(client: pg.Client, id: number, count: number) {
  const parameters = Array.from({ length: count }, (_, index) => id * 1_000 + index)
  const terms = parameters.map((_, index) => `$${index + 1}::int`).join(' + ')
  const { rows } = await client.query(`SELECT ${terms} AS sum`, parameters)
  expect(rows).toEqual([{ sum: parameters.reduce((a, b) => a + b) }])
}

const connectMany = (count: number) => Promise.all(Array.from({ length: count }, connect))

test('a failing statement on one connection does not affect other connections', async () => {
  const [failing, ...working] = await connectMany(8)
  const fail = async () => {
    for (let n = 0; n < 50; n++) {
      // On execution, on binding the parameters, and on parsing.
      await expect(failing?.query('SELECT 1 / $1::int', [0])).rejects.toThrow('division by zero')
      await expect(failing?.query('SELECT $1::int', ['x'])).rejects.toThrow('invalid input syntax')
      await expect(failing?.query('SELECT nothing, $1', ['x'])).rejects.toThrow('does not exist')
    }
  }
  const work = async (client: pg.Client, id: number) => {
    for (let n = 0; n < 100; n++) await sum(client, id, 1 + ((n + id) % 4))
  }
  await Promise.all([fail(), ...working.map(work)])
})

test('transactions of different connections do not interleave', async () => {
  const [setup, ...writers] = await connectMany(7)
  await setup?.query('CREATE TABLE counter (n int); INSERT INTO counter VALUES (0)')
  await Promise.all(
    writers.map(async (client) => {
      for (let n = 0; n < 20; n++) {
        await client.query('BEGIN')
        const { rows } = await client.query('SELECT n FROM counter FOR UPDATE')
        await client.query('UPDATE counter SET n = $1', [rows[0].n + 1])
        await client.query(n % 5 === 0 ? 'ROLLBACK' : 'COMMIT')
      }
    }),
  )
  const counted = await setup?.query('SELECT n FROM counter')
  expect(counted?.rows).toEqual([{ n: 6 * 16 }])
})

test('a client that disconnects inside a transaction or statement does not affect others', async () => {
  const [setup, ...working] = await connectMany(9)
  await setup?.query('CREATE TABLE kept (n int)')
  let over = false
  const leave = async () => {
    for (let n = 0; n < 60; n++) {
      const gone = await connect()
      await gone.query('BEGIN')
      await gone.query('INSERT INTO kept VALUES ($1)', [n])
      if (n % 2) gone.query('SELECT count(*) FROM generate_series(1, $1)', [20_000]).catch(() => {})
      dropConnection(gone)
    }
    over = true
  }
  const work = async (client: pg.Client, id: number) => {
    for (let n = 0; !over; n++) await sum(client, id, 1 + ((n + id) % 4))
  }
  await Promise.all([leave(), ...working.map(work)])
  const kept = await setup?.query('SELECT count(*)::int AS n FROM kept')
  expect(kept?.rows).toEqual([{ n: 0 }])
})

test('large statements and results arrive complete', async () => {
  const [client] = await connectMany(1)
  const large = 'x'.repeat(1_000_000)
  const answer = await client?.query('SELECT $1::text AS text, length($1::text) AS size', [large])
  expect(answer?.rows).toEqual([{ text: large, size: 1_000_000 }])
})

test('many clients connect and disconnect at the same time', async () => {
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      await client.query('SELECT $1::int', [1])
      await client.end()
    }),
  )
})

test('two connections can prepare different statements under one name', async () => {
  const [one, other] = await connectMany(2)
  for (let n = 0; n < 3; n++) {
    const [first, second] = await Promise.all([
      one?.query({ name: 'same', text: 'SELECT $1::int + 1 AS n', values: [n] }),
      other?.query({ name: 'same', text: 'SELECT $1::text AS t', values: ['x'] }),
    ])
    expect([first?.rows, second?.rows]).toEqual([[{ n: n + 1 }], [{ t: 'x' }]])
  }
})

test('prepared statements are closed with their connection', async () => {
  const [gone, staying] = await connectMany(2)
  await gone?.query({ name: 'kept', text: 'SELECT 1' })
  const prepared = async () => {
    const result = await staying?.query('SELECT count(*)::int AS n FROM pg_prepared_statements')
    return result?.rows
  }
  expect(await prepared()).toEqual([{ n: 1 }])
  await gone?.end()
  await expect.poll(prepared).toEqual([{ n: 0 }])
})
