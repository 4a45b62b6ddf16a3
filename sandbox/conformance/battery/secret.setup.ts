// Runs before the battery, which would otherwise take minutes to report that every delivery is refused.
import { test } from '@playwright/test'
import { requireKnownSecret } from './receiver'

test('the receiver knows the secret', () => requireKnownSecret())
