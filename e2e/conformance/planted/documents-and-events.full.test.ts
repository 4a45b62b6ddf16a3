import { DELIVERIES } from './deliveries.ts'
import { DOCUMENTS } from './documents.ts'
import { EVENT_DATA } from './event-data.ts'
import { EVENTS } from './events.ts'
import { PORTAL_AND_FLOW } from './portal-and-flow.ts'
import { testWrongServices } from './test-wrong-services.ts'

testWrongServices([...DOCUMENTS, ...DELIVERIES, ...EVENTS, ...EVENT_DATA, ...PORTAL_AND_FLOW])
