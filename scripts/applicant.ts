// `npm run applicant -- export <id>` prints what is stored about this inquiry's applicant, as JSON.
// `-- erase <id>` erases it and prints a receipt; with `--dry-run` it only counts.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { countErasable, eraseApplicant, exportApplicant } from '../lib/applicant-data.ts'
import { CommandError, onDatabase } from './on-database.ts'

const USAGE =
  'Usage: npm run applicant -- export|erase <id>, where <id> is from /admin/inquiries/{id}'

await onDatabase(async () => {
  const { positionals, values } = parseArgs({
    options: { 'dry-run': { type: 'boolean' } },
    allowPositionals: true,
  })
  const request = z.tuple([z.enum(['export', 'erase']), z.guid()]).safeParse(positionals)
  if (!request.success) throw new CommandError(USAGE)
  const [job, inquiry] = request.data
  const answer = await run(job, inquiry, values['dry-run'] === true)
  if (answer === null) throw new CommandError('No inquiry has this id.')
  console.log(JSON.stringify(answer, null, 2))
})

function run(job: 'export' | 'erase', inquiry: string, dryRun: boolean) {
  if (job === 'export') return exportApplicant({ inquiry, actor: 'system' })
  return dryRun ? countErasable(inquiry) : eraseApplicant({ inquiry, actor: 'system' })
}
