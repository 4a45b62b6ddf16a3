// Checks the version of Node.
import { type Finding, right, wrong } from './finding.ts'

const MINIMUM = [20, 19] as const

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isEnough = major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])
  return isEnough
    ? right(`Node ${version}`)
    : wrong(`Node ${version} is too old`, `Install Node ${MINIMUM.join('.')} or newer.`)
}
