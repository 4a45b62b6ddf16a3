// A download may take minutes, and the person may lose access meanwhile.
import { randomUUID } from 'node:crypto'
import { NextRequest } from 'next/server'
import { encode } from 'next-auth/jwt'
import { beforeAll, expect, test, vi } from 'vitest'
import { db } from '@/lib/database/db'
import { env } from '@/lib/runtime/env'
import { ENDED } from '@/lib/staff/session'
import { admit } from '@/lib/staff/sign-in'
import { insertOpenInquiry, withTestApp } from '@/lib/testing/test-app'

let session = ''
vi.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ get: () => ({ value: session }) }),
}))
const { GET: exportAudit } = await import('./audit/export/route')
const { GET: exportInquiries } = await import('./inquiries/export/route')

withTestApp()
const ROWS = 3_100
beforeAll(async () => {
  const { createdAt: _, ...row } = await insertOpenInquiry()
  const copies = Array.from({ length: ROWS }, () => {
    const ids = { id: randomUUID(), serviceInquiryId: randomUUID(), referenceId: randomUUID() }
    return { ...row, ...ids, activeApplicantHash: null, openKey: randomUUID() }
  })
  await db().inquiry.createMany({ data: copies })
  const entry = { actor: 'system', action: 'inquiry.viewed', outcome: 'shown' }
  await db().auditEntry.createMany({ data: Array(ROWS).fill(entry) })
})

type Columns = Parameters<ReturnType<typeof db>['user']['update']>[0]['data']
const LOSSES: [string, Columns][] = [
  ['a block', { active: false, ...ENDED }],
  ['a sign-out', ENDED],
  ['half an hour without a request', { seenAt: new Date(0) }],
]
const CASES: [string, (request: NextRequest) => Promise<Response>, string, Columns][] = [
  ...LOSSES.map(([what, data]): (typeof CASES)[number] => [
    'inquiries',
    exportInquiries,
    what,
    data,
  ]),
  ...LOSSES.map(([what, data]): (typeof CASES)[number] => ['audit trail', exportAudit, what, data]),
  ['audit trail', exportAudit, 'another role', { role: 'VIEWER' }],
]

test.each(CASES)('the download of the %s breaks off after $2', async (_, get, __, data) => {
  const facts = { email: 'ada@x.example', name: 'Ada', role: 'ADMIN' } as const
  const person = await admit({ issuer: 'https://id.example', subject: randomUUID(), ...facts })
  if (typeof person === 'string') throw new Error(person)
  const { id, sessionVersion } = person
  const token = { sub: id, signedInAt: Date.now(), sessionVersion }
  session = await encode({ token, secret: env().NEXTAUTH_SECRET })
  const whole = await (await get(new NextRequest('http://localhost/'))).text()
  expect(whole.split('\r\n').length).toBeGreaterThan(ROWS)

  const download = (await get(new NextRequest('http://localhost/'))).body?.getReader()
  const first = await download?.read()
  await db().user.update({ where: { id }, data })
  let received = first?.value?.length ?? 0
  const rest = async () => {
    for (;;) {
      const part = await download?.read()
      if (part?.done !== false) return
      received += part.value.length
    }
  }
  await expect(rest()).rejects.toThrow()
  // Some chunks were already on their way.
  expect(received).toBeLessThan(whole.length / 2)
})
