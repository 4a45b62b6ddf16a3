// Runs before the battery, which would otherwise need minutes to say that every delivery is refused.
import { test } from '@playwright/test'
import { requireKnownSecret } from './receiver'

test('the receiver knows the secret', () => requireKnownSecret())
