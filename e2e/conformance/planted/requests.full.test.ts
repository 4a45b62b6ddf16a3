import { DOCUMENT_ACCESS } from './document-access.ts'
import { KEYS_AND_PORTAL } from './keys-and-portal.ts'
import { OPENING } from './opening.ts'
import { READING } from './reading.ts'
import { REQUEST_HEADERS } from './request-headers.ts'
import { testWrongServices } from './test-wrong-services.ts'

testWrongServices([
  ...OPENING,
  ...REQUEST_HEADERS,
  ...READING,
  ...DOCUMENT_ACCESS,
  ...KEYS_AND_PORTAL,
])
