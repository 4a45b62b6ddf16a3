// `npm run erase -- <reference>`: prints what it would erase of this application's applicant. With `--yes`, it erases it.
import { parseArgs } from 'node:util'
import { countErasable, eraseApplicant } from '../lib/privacy/erase-applicant.ts'
import { onDatabase } from './on-database.ts'
import { CommandError } from './settings.ts'

await onDatabase(async () => {
  const { positionals, values } = parseArgs({
    options: { yes: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [reference, ...rest] = positionals
  if (!reference || rest.length > 0)
    throw new CommandError('Usage: npm run erase -- <reference of an application> [--yes]')
  const erased = await (values.yes ? eraseApplicant(reference) : countErasable(reference))
  if (erased === null) throw new CommandError(`No application has the reference ${reference}.`)
  const what = `${erased.inquiries} applications and ${erased.events} events of this applicant`
  console.log(
    values.yes
      ? `Erased: ${what}. The audit trail says so. Erase them at the service too.`
      : `This would erase ${what}, for good. If that is what they asked for, add --yes.`,
  )
})
