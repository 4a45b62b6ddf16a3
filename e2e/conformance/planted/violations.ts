// The planted violations: for each, the clause that it breaks and how the service's answers change.

import { ACCESS_VIOLATIONS } from './access-violations.ts'
import type { PlantedViolation } from './alterations.ts'
import { DOCUMENTS_VIOLATIONS } from './documents-violations.ts'
import { OPENING_VIOLATIONS } from './opening-violations.ts'
import { STATUS_VIOLATIONS } from './status-violations.ts'
import { WEBHOOKS_VIOLATIONS } from './webhooks-violations.ts'

export const PLANTED_VIOLATIONS: readonly PlantedViolation[] = [
  ...OPENING_VIOLATIONS,
  ...STATUS_VIOLATIONS,
  ...DOCUMENTS_VIOLATIONS,
  ...ACCESS_VIOLATIONS,
  ...WEBHOOKS_VIOLATIONS,
]
