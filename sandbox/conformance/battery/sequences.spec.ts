// Several deliveries, in a row or simultaneously: copies, retries, and deliveries after abuse.
import { randomUUID } from 'node:crypto'
import { approval, decline } from '../fixtures/events'
import { signedDelivery } from './delivery'
import { accepted, RECORDED, REFUSED, survived } from './expectations'
import { test } from './receiver'

const COPIES = 20

test('a copy of a delivery is a duplicate (N8, N11)', async ({ receiver }) => {
  const event = approval()
  await receiver.deliver(signedDelivery(receiver.secret, event), RECORDED)
  await receiver.deliver(signedDelivery(receiver.secret, event), accepted('duplicate'))
})

test('a byte-for-byte copy, delivery id included, is a duplicate (N11)', async ({ receiver }) => {
  const delivery = signedDelivery(receiver.secret, approval())
  await receiver.deliver(delivery, RECORDED)
  await receiver.deliver(delivery, accepted('duplicate'))
})

test('the same event id with different content is a duplicate', async ({ receiver }) => {
  const id = randomUUID()
  await receiver.deliver(signedDelivery(receiver.secret, approval({ id })), RECORDED)
  await receiver.deliver(
    signedDelivery(receiver.secret, { ...decline(), id }),
    accepted('duplicate'),
  )
})

test('an event id in upper case is the same event id', async ({ receiver }) => {
  const event = approval()
  const copy = { ...event, id: event.id.toUpperCase() }
  await receiver.deliver(signedDelivery(receiver.secret, event), RECORDED)
  await receiver.deliver(signedDelivery(receiver.secret, copy), accepted('duplicate'))
})

test('a forged copy of a known event is refused', async ({ receiver }) => {
  const event = approval()
  await receiver.deliver(signedDelivery(receiver.secret, event), RECORDED)
  await receiver.deliver(signedDelivery('whsec_forged', event), REFUSED)
})

test('simultaneous copies are all accepted, and a later copy is a duplicate', async ({
  receiver,
}) => {
  const event = approval()
  const copies = Array.from({ length: COPIES }, () => signedDelivery(receiver.secret, event))
  await Promise.all(copies.map((copy) => receiver.deliver(copy, accepted('recorded', 'duplicate'))))
  await receiver.deliver(signedDelivery(receiver.secret, event), accepted('duplicate'))
})

test('events of one inquiry are accepted out of order (N10)', async ({ receiver }) => {
  const inquiryId = randomUUID()
  const later = { ...decline({ inquiryId }), createdAt: '2026-01-02T00:00:00.000Z' }
  const earlier = approval({ createdAt: '2026-01-01T00:00:00.000Z', data: { inquiryId } })
  await receiver.deliver(signedDelivery(receiver.secret, later), RECORDED)
  await receiver.deliver(signedDelivery(receiver.secret, earlier), RECORDED)
})

test('after thirty senders disconnect, the next delivery is accepted', async ({ receiver }) => {
  const breakOff = { afterBytes: 50, how: 'reset' } as const
  await Promise.all(
    Array.from({ length: 30 }, () =>
      receiver.deliver(
        signedDelivery(receiver.secret, approval(), { breakOff }),
        survived('closed'),
      ),
    ),
  )
  await receiver.deliver(signedDelivery(receiver.secret, approval()), RECORDED)
})

test('a slow sender does not hold up the others', async ({ receiver }) => {
  const slow = signedDelivery(receiver.secret, approval(), { pieces: 20, pauseMs: 100 })
  const answer = receiver.deliver(slow, RECORDED)
  await receiver.deliver(signedDelivery(receiver.secret, approval()), RECORDED)
  await answer
})
