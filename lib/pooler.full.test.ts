// The app behind a real PgBouncer in transaction mode. Skipped if none is installed.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { findFreePort } from '../scripts/ports'
import { startTestDatabase } from '../scripts/test-database'
import { DATABASE_LIMITS } from './database-session'
import { db } from './db'
import { openInquiry } from './inquiries/open-inquiry'
import { reconcileOne } from './inquiries/reconcile'
import { recordEvent } from './inquiries/record-event'
import { findPoolerProblem } from './pooler'
import { filledForm } from './testing/filled-form'
import { installedPgBouncers, startPgBouncer } from './testing/pgbouncer'
import { eventOf, newApplicant, startTestApp } from './testing/test-app'

const programs = installedPgBouncers()
/** As in docs/operations.md. */
const DOCUMENTED = { ignore_startup_parameters: Object.keys(DATABASE_LIMITS).join(',') }
const keeping = (statements: number) => ({
  ...DOCUMENTED,
  max_prepared_statements: String(statements),
})

describe.skipIf(programs.length === 0)('behind PgBouncer', () => {
  let database: Awaited<ReturnType<typeof startTestDatabase>>
  beforeAll(async () => {
    database = await startTestDatabase()
  })
  afterAll(() => database.stop())

  const start = async (path: string, settings: Record<string, string>) => {
    const pooler = await startPgBouncer(path, database.url, settings)
    onTestFinished(pooler.stop)
    return pooler.url
  }

  describe.each(programs)('$path', ({ path, keepsStatements }) => {
    test('that refuses the start-up parameters is recognised, with the setting that fixes it', async () => {
      const problem = await findPoolerProblem(await start(path, {}))
      expect(problem).toContain(
        'set ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
      )
      expect(problem).not.toContain('\n')
    })

    test.each<[Record<string, string>]>([[{}], [{ server_round_robin: '1', min_pool_size: '4' }]])(
      'that loses prepared statements is recognised, with the version that keeps them (%o)',
      async (settings) => {
        const losing = keepsStatements ? keeping(0) : DOCUMENTED
        const problem = await findPoolerProblem(await start(path, { ...losing, ...settings }))
        expect(problem).toContain('PgBouncer 1.21 or newer with max_prepared_statements')
        expect(problem).not.toContain('\n')
      },
    )

    test('is no problem in session mode', async () => {
      const url = await start(path, { ...DOCUMENTED, pool_mode: 'session' })
      expect(await findPoolerProblem(url)).toBeNull()
    })
  })

  const [modern] = programs.filter(({ keepsStatements }) => keepsStatements)
  const [old] = programs.filter(({ keepsStatements }) => !keepsStatements)
  const settingsToLose = old ? DOCUMENTED : keeping(0)

  test('behind a pooler that loses prepared statements, the app refuses to start and says why in one line', async () => {
    const url = await start((old ?? modern)?.path ?? '', settingsToLose)
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('exits')
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const app = await startTestApp(async () => ({ url, stop: async () => {} }))
    onTestFinished(() => app.service.stop())
    // The environment is parsed once for each copy of the module; the next test gets a new copy.
    vi.resetModules()
    const { startUp } = await import('./start-up')
    await expect(startUp()).rejects.toThrow('exits')
    expect(exit).toHaveBeenCalledWith(1)
    expect(said.mock.calls).toEqual([[expect.stringContaining('max_prepared_statements')]])
  })

  test.skipIf(!modern)(
    'an application, its event and a read work if the pooler keeps statements',
    async () => {
      const url = await start(modern?.path ?? '', { ...keeping(200), default_pool_size: '3' })
      expect(await findPoolerProblem(url)).toBeNull()
      const app = await startTestApp(async () => ({ url, stop: async () => {} }))
      onTestFinished(() => app.stop())
      const applicants = Array.from({ length: 12 }, newApplicant)
      const referenceIds = new Map<string, string>()
      app.service.answer(({ method, path, body }) => {
        if (method === 'POST') {
          const inquiryId = randomUUID()
          referenceIds.set(inquiryId, JSON.parse(body).referenceId)
          return { status: 201, body: { inquiryId } }
        }
        const [inquiryId = ''] = /[0-9a-f-]{36}/.exec(path) ?? []
        const referenceId = referenceIds.get(inquiryId)
        const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
        return {
          body: { inquiryId, referenceId, status: 'NEEDS_REVIEW', reviewReasons: [], expiresAt },
        }
      })
      await Promise.all(applicants.map((applicant) => openInquiry(applicant, filledForm())))
      const opened = await db().inquiry.findMany()
      expect(opened).toHaveLength(12)
      const record = async (row: (typeof opened)[number]) =>
        (await recordEvent(eventOf(row, 'NEEDS_REVIEW', new Date()), null)).outcome
      // One after another, then all at once: single events and batches, on whichever server connection is free.
      const outcomes = []
      for (const row of opened) outcomes.push(await record(row))
      outcomes.push(...(await Promise.all(opened.map(record))))
      expect(new Set(outcomes)).toEqual(new Set(['recorded']))
      for (const { id } of opened) await reconcileOne(id)
      const read = await db().inquiry.findMany({ select: { readAt: true, reportedStatus: true } })
      for (const row of read)
        expect(row).toEqual({ readAt: expect.any(Date), reportedStatus: 'NEEDS_REVIEW' })
    },
  )
})

test('a database that does not answer is not a pooler problem', async () => {
  const url = `postgresql://postgres@127.0.0.1:${await findFreePort()}/postgres?sslmode=disable`
  expect(await findPoolerProblem(url)).toBeNull()
})
