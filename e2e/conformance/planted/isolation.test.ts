import { ISOLATION } from './isolation.ts'
import { testWrongServices } from './test-wrong-services.ts'

testWrongServices(ISOLATION)
