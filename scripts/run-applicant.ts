// Export and erasure of one applicant, on the database that the environment names. Started by applicant.ts.
import { z } from 'zod'
import { countErasable, eraseApplicant, exportApplicant } from '../lib/applicant-data.ts'
import { db } from '../lib/db.ts'
import { readOptions } from './options.ts'
import { readSettings } from './settings.ts'

Object.assign(process.env, readSettings(process.env).env)

const { positionals, values } = readOptions('applicant')
const request = z.tuple([z.enum(['export', 'erase']), z.guid()]).safeParse(positionals)
if (!request.success) {
  console.error(
    'Usage: npm run applicant -- export|erase <id>, the id of an inquiry as in /admin/inquiries/{id}',
  )
  process.exit(1)
}
const [job, inquiry] = request.data
try {
  const answer = await run()
  if (answer === null) throw new Error('There is no inquiry with this id.')
  console.log(JSON.stringify(answer, null, 2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await db().$disconnect()
}

function run() {
  if (job === 'export') return exportApplicant({ inquiry, actor: 'system' })
  if (values['dry-run'] === true) return countErasable(inquiry)
  return eraseApplicant({ inquiry, actor: 'system' })
}
