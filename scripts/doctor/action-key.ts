// Checks the key that becomes part of a build and that all builds of a deployment share.
import type { Env } from '../../lib/env.ts'
import { isLoopback } from '../../lib/published-secrets.ts'
import { ACTION_KEY_VARIABLE, actionKeyProblem } from '../action-key.ts'
import { type Finding, right, wrong } from './finding.ts'

/** @param chosen the variables that somebody set: `env` may have a key that was derived for the demo */
export function checkActionKey(
  chosen: Readonly<Record<string, string | undefined>>,
  env: Env,
): Finding[] {
  // The demo and development only have one build at a time.
  if (isLoopback(env.NEXTAUTH_URL)) return []
  const problem = actionKeyProblem(chosen[ACTION_KEY_VARIABLE])
  if (problem === undefined) return [right('The builds have a key for server actions')]
  const [what = '', ...advice] = problem.split('. ')
  return [wrong(what, `${advice.join('. ')} Set it both here and where you build.`)]
}
