import { DOCUMENTS } from './documents.ts'
import { testWrongServices } from './test-wrong-services.ts'
import { WEBHOOKS } from './webhooks.ts'

testWrongServices([...DOCUMENTS, ...WEBHOOKS])
