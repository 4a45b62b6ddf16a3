// Several deliveries in a row or at once: copies, retries, and a receiver that goes on after abuse.
import { randomUUID } from 'node:crypto'
import { approval, decline } from '../fixtures/events'
import { signedDelivery } from './delivery'
import { REFUSED, survived, taken } from './expectations'
import { test } from './receiver'

const COPIES = 20

test('a copy of a delivery is known as one (N8, N11)', async ({ receiver }) => {
  const event = approval()
  await receiver.deliver(signedDelivery(receiver.secret, event), taken('recorded'))
  await receiver.deliver(signedDelivery(receiver.secret, event), taken('duplicate'))
})

test('a copy byte for byte, delivery id included, is known as one (N11)', async ({ receiver }) => {
  const delivery = signedDelivery(receiver.secret, approval())
  await receiver.deliver(delivery, taken('recorded'))
  await receiver.deliver(delivery, taken('duplicate'))
})

test('the same event id with other content is a duplicate', async ({ receiver }) => {
  const id = randomUUID()
  await receiver.deliver(signedDelivery(receiver.secret, approval({ id })), taken('recorded'))
  await receiver.deliver(signedDelivery(receiver.secret, { ...decline(), id }), taken('duplicate'))
})

test('an event id in capitals is the same event id', async ({ receiver }) => {
  const event = approval()
  const copy = { ...event, id: event.id.toUpperCase() }
  await receiver.deliver(signedDelivery(receiver.secret, event), taken('recorded'))
  await receiver.deliver(signedDelivery(receiver.secret, copy), taken('duplicate'))
})

test('a forged copy of a known event is refused', async ({ receiver }) => {
  const event = approval()
  await receiver.deliver(signedDelivery(receiver.secret, event), taken('recorded'))
  await receiver.deliver(signedDelivery('whsec_forged', event), REFUSED)
})

test('a burst of copies is taken, whatever the order', async ({ receiver }) => {
  const event = approval()
  const copies = Array.from({ length: COPIES }, () => signedDelivery(receiver.secret, event))
  await Promise.all(copies.map((copy) => receiver.deliver(copy, taken('recorded', 'duplicate'))))
  await receiver.deliver(signedDelivery(receiver.secret, event), taken('duplicate'))
})

test('events of one inquiry are taken in any order (N10)', async ({ receiver }) => {
  const inquiryId = randomUUID()
  const later = { ...decline({ inquiryId }), createdAt: '2026-01-02T00:00:00.000Z' }
  const earlier = approval({ createdAt: '2026-01-01T00:00:00.000Z', data: { inquiryId } })
  await receiver.deliver(signedDelivery(receiver.secret, later), taken('recorded'))
  await receiver.deliver(signedDelivery(receiver.secret, earlier), taken('recorded'))
})

test('after thirty senders that went away it takes the next delivery', async ({ receiver }) => {
  const breakOff = { afterBytes: 50, how: 'reset' } as const
  await Promise.all(
    Array.from({ length: 30 }, () =>
      receiver.deliver(
        signedDelivery(receiver.secret, approval(), { breakOff }),
        survived('closed'),
      ),
    ),
  )
  await receiver.deliver(signedDelivery(receiver.secret, approval()), taken('recorded'))
})

test('a slow sender does not hold up the others', async ({ receiver }) => {
  const slow = signedDelivery(receiver.secret, approval(), { pieces: 20, pauseMs: 100 })
  const answer = receiver.deliver(slow, taken('recorded'))
  await receiver.deliver(signedDelivery(receiver.secret, approval()), taken('recorded'))
  await answer
})
