// The receiver battery: one delivery per test, to any receiver's URL. Aim it at yours with RECEIVER_URL and RECEIVER_SECRET.
import { BODY_CASES } from './body-cases'
import { test } from './receiver'
import { SIGNATURE_CASES } from './signature-cases'
import { TRANSPORT_CASES } from './transport-cases'

for (const { title, request, expected } of [
  ...SIGNATURE_CASES,
  ...BODY_CASES,
  ...TRANSPORT_CASES,
]) {
  test(title, async ({ receiver }) => {
    await receiver.deliver(request(receiver.secret), expected)
  })
}
