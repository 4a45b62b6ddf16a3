// The planted table: services that are each wrong in one way, most of them in what they remember.
import { DOCUMENTS } from './documents.ts'
import { KEYS_AND_PORTAL } from './keys-and-portal.ts'
import { OPENING } from './opening.ts'
import { READING } from './reading.ts'
import { WEBHOOKS } from './webhooks.ts'
import type { WrongService } from './wrong-service.ts'

export const WRONG_SERVICES: readonly WrongService[] = [
  ...OPENING,
  ...READING,
  ...DOCUMENTS,
  ...KEYS_AND_PORTAL,
  ...WEBHOOKS,
]
