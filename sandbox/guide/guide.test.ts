// The rules by which cues tick, and the console over HTTP with a merchant that does as the story wants.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { control, type Merchant, setUp } from '../testing/merchant.ts'
import { type Call, cuesOf, factsOf } from './cues.ts'
import { Presentation } from './presentation.ts'

const call = (what: Call['what'], says: string | null = null, atS = 0, isOk = true): Call => ({
  what,
  says,
  atMs: atS * 1000,
  isOk,
})

describe('an approval is confirmed', () => {
  const review = call('event', 'inquiry.review_in_progress')
  test.each([
    ['by a read when nothing else was reported', [call('status', 'APPROVED')], true],
    ['not by the message alone', [call('event', 'inquiry.approved')], false],
    ['not within a minute of another message', [review, call('status', 'APPROVED', 59)], false],
    ['a minute after another message', [review, call('status', 'APPROVED', 60)], true],
    ['not by a read without success', [call('status', 'APPROVED', 0, false)], false],
  ])('%s', (_, calls, confirmed) => {
    expect(factsOf(calls, null)).toMatchObject({ confirmed })
  })
})

describe('a story', () => {
  let sandbox: Sandbox
  let merchant: Merchant
  let presentation: Presentation
  beforeEach(() => {
    // Nobody receives there.
    ;({ sandbox, merchant } = setUp({ webhookUrl: 'http://localhost:9/' }))
    presentation = new Presentation(sandbox)
    presentation.start('full')
  })

  const cue = () => presentation.cue?.id
  const indexOf = (id: string) => cuesOf('full').findIndex((one) => one.id === id)
  const faults = () => sandbox.store.faults.listBy('tenant', DEMO_TENANT.id)
  const open = async (referenceId: string) => (await merchant.open({ referenceId })).status
  const theirs = { target: 'api', kind: 'slow', match: { referenceId: 'somebody-else' } }

  test('of three minutes says when the account opens, before a reviewer reveals', async () => {
    presentation.start('short')
    presentation.goTo(1)
    presentation.act('apply')
    const id = await merchant.openedId({ referenceId: 'A-1' })
    expect(cue()).toBe('check')
    await control(sandbox, 'POST', `/inquiries/${id}/complete`, { outcome: 'APPROVED' })
    await merchant.status(id)
    expect(cue()).toBe('opened')
    presentation.act('opened')
    expect(cue()).toBe('reveal')
    presentation.act('reveal')
    await merchant.documents(id)
    expect(cue()).toBe('audit')
  })

  test('refuses one application and no other, and brings itself back', async () => {
    presentation.goTo(1)
    presentation.act('outage')
    expect(await open('A-1')).toBe(503)
    expect(await open('B-2')).toBe(201)
    for (const status of [503, 503, 503, 201]) expect(await open('A-1')).toBe(status)
    expect(presentation.inquiry?.referenceId).toBe('A-1')
  })

  test('clears its own faults and nobody else’s', async () => {
    await control(sandbox, 'POST', '/faults', theirs)
    const leaveOutage = [
      () => presentation.start('full'),
      () => presentation.goTo(indexOf('check')),
    ]
    for (const leave of leaveOutage) {
      presentation.goTo(1)
      presentation.act('outage')
      expect(faults()).toHaveLength(2)
      leave()
      expect(faults()).toMatchObject([{ match: theirs.match }])
    }
  })

  test('goes to any cue, and does what it would miss once somebody has applied', async () => {
    presentation.goTo(indexOf('reversal'))
    const id = await merchant.openedId({ referenceId: 'A-1' })
    expect(sandbox.store.inquiries.require(id).status).toBe('APPROVED')
    expect(cue()).toBe('reversal')
    await sandbox.deliveries.idle()
    expect(presentation.calls.filter(({ isLost }) => isLost)).toMatchObject([
      { says: 'inquiry.approved' },
    ])
    expect(faults()).toEqual([])
  })

  test('shows a cue again without ticking it for what happened before', async () => {
    presentation.goTo(indexOf('account'))
    const id = await merchant.openedId({ referenceId: 'A-1' })
    await merchant.status(id)
    presentation.goTo(indexOf('check'))
    await merchant.status(id)
    expect(cue()).toBe('check')
  })

  test('changes nothing for an action whose cue is over', async () => {
    presentation.goTo(1)
    presentation.act('outage')
    expect(await open('A-1')).toBe(503)
    const before = faults()
    presentation.act('outage')
    expect(cue()).toBe('recovery')
    expect(faults()).toEqual(before)
  })

  test('follows the next application if a reset takes its inquiry away', async () => {
    presentation.goTo(1)
    await merchant.openedId({ referenceId: 'A-1' })
    await control(sandbox, 'POST', '/reset')
    await merchant.openedId({ referenceId: 'A-1' })
    expect(presentation.inquiry?.referenceId).toBe('A-1')
  })
})

describe('the console over HTTP', () => {
  let sandbox: Sandbox
  beforeEach(() => {
    ;({ sandbox } = setUp({ merchantUrl: 'https://bank.example' }))
  })
  const request = (path: string, init?: RequestInit) =>
    sandbox.app.request(`http://localhost/guide${path}`, init)
  const post = (path: string, fields: Record<string, string>, headers = {}) =>
    request(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: 'http://localhost', ...headers },
    })

  test('sends the stage to the merchant, and forgets the customer before', async () => {
    const started = await post('/start', { cut: 'full' }, { cookie: 'applicant=a; staff=b' })
    expect(started.headers.get('set-cookie')).toMatch(/applicant=;.*Max-Age=0/)
    expect(started.headers.get('set-cookie')).not.toContain('staff=')
    expect(started.headers.get('location')).toBe('https://bank.example/')
    const shown = await post('/act', { cue: 'outage' })
    expect(shown.headers.get('location')).toBe('https://bank.example/apply')
    expect(await (await request('')).text()).toContain('aria-current="step"')
  })

  test('tells whoever goes straight to a case how to apply, because there is none', async () => {
    await post('/start', { cut: 'full' })
    await post('/go', { index: '5' })
    const page = await (await request('')).text()
    expect(page).toContain('choose an account')
    expect(page).not.toContain('click the reference')
  })

  test('is in no frame, and reads no long form', async () => {
    expect((await post('/start', { cut: 'x'.repeat(2_000) })).status).toBe(413)
    expect((await request('')).headers.get('content-security-policy')).toContain(
      "frame-ancestors 'none'",
    )
  })
})
