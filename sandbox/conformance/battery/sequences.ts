// Several deliveries, in sequence or at the same time: copies, retries, and deliveries after an abuse.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  ACCEPTED,
  approval,
  type Case,
  decline,
  REFUSED,
  SURVIVED,
  signedDelivery,
} from './delivery.ts'
import type { RawRequest } from './raw-request.ts'

/** Sends deliveries one after the other. All must be accepted. */
const inTurn =
  (make: (secret: string) => RawRequest[]): Case['run'] =>
  async (deliver, secret) => {
    for (const request of make(secret)) await deliver(request, ACCEPTED)
  }

export const SEQUENCES: readonly Case[] = [
  {
    title: 'a byte-for-byte copy, delivery id included, is accepted (N11)',
    run: inTurn((secret) => {
      const request = signedDelivery(secret, approval())
      return [request, request]
    }),
  },
  {
    title: 'the same event id with different content is accepted',
    run: inTurn((secret) => {
      const id = randomUUID()
      return [
        signedDelivery(secret, approval({ id })),
        signedDelivery(secret, { ...decline(), id }),
      ]
    }),
  },
  {
    title: 'the same event with its id in upper case is accepted',
    run: inTurn((secret) => {
      const event = approval()
      const copy = { ...event, id: event.id.toUpperCase() }
      return [signedDelivery(secret, event), signedDelivery(secret, copy)]
    }),
  },
  {
    title: 'events of one inquiry are accepted out of order (N10)',
    run: inTurn((secret) => {
      const inquiryId = randomUUID()
      const later = { ...decline({ inquiryId }), createdAt: '2026-01-02T00:00:00.000Z' }
      const earlier = approval({ createdAt: '2026-01-01T00:00:00.000Z', data: { inquiryId } })
      return [signedDelivery(secret, later), signedDelivery(secret, earlier)]
    }),
  },
  {
    title: 'a forged copy of a known event is refused',
    async run(deliver, secret) {
      const event = approval()
      await deliver(signedDelivery(secret, event), ACCEPTED)
      await deliver(signedDelivery('whsec_forged', event), REFUSED)
    },
  },
  {
    title: 'twenty simultaneous copies are all accepted, and so is a later one (N8, N11)',
    async run(deliver, secret) {
      const event = approval()
      const copies = Array.from({ length: 20 }, () => signedDelivery(secret, event))
      await Promise.all(copies.map((copy) => deliver(copy, ACCEPTED)))
      await deliver(signedDelivery(secret, event), ACCEPTED)
    },
  },
  {
    title: 'after thirty senders disconnect, the next delivery is accepted',
    async run(deliver, secret) {
      const broken = Array.from({ length: 30 }, () =>
        signedDelivery(secret, approval(), { breakOffAfter: 50 }),
      )
      await Promise.all(broken.map((request) => deliver(request, SURVIVED)))
      await deliver(signedDelivery(secret, approval()), ACCEPTED)
    },
  },
  {
    title: 'a slow sender does not hold up the others',
    async run(deliver, secret) {
      let finish = () => {}
      const hold = new Promise<void>((resolve) => {
        finish = resolve
      })
      const slow = deliver(signedDelivery(secret, approval(), { hold }), ACCEPTED)
      // By then, the receiver is reading the slow delivery.
      await delay(300)
      await deliver(signedDelivery(secret, approval()), ACCEPTED)
      finish()
      await slow
    },
  },
]
