import { ISOLATION } from './isolation.ts'
import { OVER_TIME } from './over-time.ts'
import { testWrongServices } from './test-wrong-services.ts'

testWrongServices([...ISOLATION, ...OVER_TIME])
