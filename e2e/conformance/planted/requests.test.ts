import { KEYS_AND_PORTAL } from './keys-and-portal.ts'
import { OPENING } from './opening.ts'
import { READING } from './reading.ts'
import { testWrongServices } from './test-wrong-services.ts'

testWrongServices([...OPENING, ...READING, ...KEYS_AND_PORTAL])
