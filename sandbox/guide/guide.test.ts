// The rules by which cues tick, and the console over HTTP with a merchant that does as the story wants.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../index.ts'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { control, type Merchant, merchantOf, setUp } from '../testing/merchant.ts'
import { textOf } from '../testing/operator.ts'
import { type Call, cuesOf, factsOf } from './cues.ts'
import { Presentation } from './presentation.ts'

const call = (what: Call['what'], says: string | null = null, atS = 0, isOk = true): Call => ({
  what,
  says,
  atMs: atS * 1000,
  isOk,
  key: `${what} ${atS}`,
  status: isOk ? 200 : 503,
})
const FULL = { cut: 'full', ending: 'reversal' } as const

describe('an approval is confirmed', () => {
  const review = call('event', 'inquiry.review_in_progress')
  test.each([
    ['by a read when nothing else was reported', [call('status', 'APPROVED')], true],
    ['not by the message alone', [call('event', 'inquiry.approved')], false],
    ['not within a minute of another message', [review, call('status', 'APPROVED', 59)], false],
    ['a minute after another message', [review, call('status', 'APPROVED', 60)], true],
    [
      'by a read within a minute of another message, if an approval was reported since',
      [review, call('event', 'inquiry.approved', 1), call('status', 'APPROVED', 2)],
      true,
    ],
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
    presentation.start(FULL)
  })

  const cue = () => presentation.cue?.id
  const indexOf = (id: string) => cuesOf(FULL).findIndex((one) => one.id === id)
  const faults = () => sandbox.store.faults.listBy('tenant', DEMO_TENANT.id)
  const open = async (referenceId: string) => (await merchant.open({ referenceId })).status
  const theirs = { target: 'api', kind: 'slow', match: { referenceId: 'somebody-else' } }

  test('of three minutes says when the account opens, before a reviewer reveals', async () => {
    presentation.start({ cut: 'short', ending: 'approved' })
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
    expect(cue()).toBe('recovery')
    expect(await open('B-2')).toBe(201)
    for (const status of [503, 503, 503, 201]) expect(await open('A-1')).toBe(status)
    expect(presentation.inquiry?.referenceId).toBe('A-1')
    expect(cue()).toBe('check')
  })

  test('clears its own faults and nobody else’s', async () => {
    await control(sandbox, 'POST', '/faults', theirs)
    const leaveOutage = [() => presentation.start(FULL), () => presentation.goTo(indexOf('check'))]
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

  test.each([
    ['approved', 'short', 'APPROVED', ['opened', 'reveal', 'audit']],
    ['declined', 'short', 'DECLINED', ['declined', 'audit']],
    ['review', 'short', 'NEEDS_REVIEW', ['review', 'reveal', 'decision', 'account', 'audit']],
    ['reversal', 'short', 'APPROVED', ['opened', 'reveal', 'reversal', 'reaction', 'audit']],
  ] as const)('ends as it was chosen: %s', async (ending, cut, outcome, end) => {
    presentation.start({ cut, ending })
    presentation.goTo(1)
    const id = await merchant.openedId()
    expect(sandbox.store.inquiries.require(id).plannedOutcome).toBe(outcome)
    const ids = cuesOf({ cut, ending }).map((one) => one.id)
    expect(ids).toEqual(['promise', 'apply', 'check', ...end])
  })

  test('that declines shows that the bank asked back', async () => {
    presentation.start({ cut: 'short', ending: 'declined' })
    presentation.goTo(2)
    const id = await merchant.openedId()
    await control(sandbox, 'POST', `/inquiries/${id}/complete`, { outcome: 'DECLINED' })
    await merchant.status(id)
    expect(cue()).toBe('declined')
    presentation.act('declined')
    expect(cue()).toBe('audit')
  })

  test('leaves nothing behind on a fresh morning, as far as it is the service’s', async () => {
    const statusOf = (id: string) => sandbox.store.inquiries.require(id).status
    const tell = async (cueId: string) => {
      presentation.start(FULL)
      presentation.goTo(indexOf(cueId))
      return merchant.openedId({ referenceId: `${cueId}-1` })
    }
    const foreign = await merchant.completedId('NEEDS_REVIEW')
    const reversed = await tell('reaction')
    const waiting = await tell('reveal')
    const unfinished = await tell('check')
    await control(sandbox, 'POST', '/faults', theirs)
    await control(sandbox, 'POST', '/clock/advance', { seconds: 60 })
    await control(sandbox, 'PATCH', '/settings', { settings: { N6: 'after-event' } })
    presentation.freshen()
    expect(presentation.story).toBeNull()
    expect(faults()).toEqual([])
    expect(sandbox.store.clocks.values()).toEqual([])
    expect(presentation.tenant.settings).toEqual({})
    expect([reversed, waiting, unfinished, foreign].map(statusOf)).toEqual([
      'DECLINED',
      'DECLINED',
      'PENDING',
      'NEEDS_REVIEW',
    ])
    expect(sandbox.inquiries.isExpired(sandbox.store.inquiries.require(unfinished))).toBe(true)
    const kindsOf = (id: string) =>
      sandbox.store.deliveries.listBy('inquiry', id).map(({ kind }) => kind)
    expect(kindsOf(waiting)).toEqual(['inquiry.review_in_progress', 'inquiry.declined'])
    // What is decided stays decided.
    expect(kindsOf(reversed)).toHaveLength(3)
    // Once.
    const count = sandbox.store.deliveries.values().length
    presentation.freshen()
    expect(sandbox.store.deliveries.values()).toHaveLength(count)
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
    ;({ sandbox } = setUp({
      merchantUrl: 'https://bank.example',
      webhookUrl: 'http://localhost:9/',
    }))
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
    const started = await post('/start', FULL, { cookie: 'applicant=a; staff=b' })
    expect(started.headers.get('set-cookie')).toMatch(/applicant=;.*Max-Age=0/)
    expect(started.headers.get('set-cookie')).not.toContain('staff=')
    expect(started.headers.get('location')).toBe('https://bank.example/')
    const shown = await post('/act', { cue: 'outage' })
    expect(shown.headers.get('location')).toBe('https://bank.example/apply')
    expect(await (await request('')).text()).toContain('aria-current="step"')
  })

  test('tells whoever goes straight to a case how to apply, because there is none', async () => {
    await post('/start', FULL)
    await post('/go', { index: '5' })
    const page = await (await request('')).text()
    expect(page).toContain('choose an account')
    expect(page).not.toContain('click the reference')
  })

  test('leads its stage where a remote control says, with a new customer at a start', async () => {
    const answer = await post('/start?remote', FULL, { cookie: 'applicant=a' })
    expect(answer.headers.get('location')).toBe('/guide/remote')
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await (await request('')).text()).toContain('data-number="1"')
    const led = await post('/stage', {}, { cookie: 'applicant=a' })
    expect(led.headers.get('location')).toBe('https://bank.example/')
    expect(led.headers.get('set-cookie')).toMatch(/applicant=;.*Max-Age=0/)
    const remote = await (await request('/remote')).text()
    expect(remote).not.toContain('target="stage"')
    expect(remote).toContain('action="/guide/go?remote"')
  })

  test('tells its pages at once that something has happened, also on the wire', async () => {
    const { body } = await request('/changes')
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toContain('connected')
    await merchantOf(sandbox).open()
    expect((await reader?.read())?.value).toContain('changed')
    await reader?.cancel()
  })

  test('shows the room what travels, a lost message too, and figures at the end', async () => {
    await post('/start', FULL)
    const room = async () => textOf(await (await request('/room')).text())
    expect(await room()).toContain('A customer wants an account.')
    await post('/go', { index: '1' })
    await post('/act', { cue: 'outage' })
    const merchant = merchantOf(sandbox)
    await merchant.open({ referenceId: 'A-1' })
    expect(await room()).toContain('Bank to Service: Check a customer? Down')
    await post('/go', { index: String(cuesOf(FULL).findIndex(({ id }) => id === 'account')) })
    const id = await merchant.openedId({ referenceId: 'A-1' })
    await merchant.documents(id)
    const [picture = ''] = /http[^"]+/.exec((await merchant.documents(id)).text) ?? []
    const look = (agent: string) =>
      sandbox.app.request(picture, { headers: { 'user-agent': agent } })
    expect(await room()).toContain('Service to Bank: Approved Lost')
    await look('Mozilla/5.0')
    await post('/go', { index: String(cuesOf(FULL).length) })
    expect(await room()).toContain(
      'of the bank’s calls refused 1 of the service’s messages lost 1 errors that reached the customer 0 documents stored by the bank 0',
    )
    await look('bank/1.0')
    expect(await room()).toContain('documents stored by the bank 1')
  })

  test('is in no frame, and reads no long form', async () => {
    expect((await post('/start', { cut: 'x'.repeat(2_000), ending: 'review' })).status).toBe(413)
    expect((await request('')).headers.get('content-security-policy')).toContain(
      "frame-ancestors 'none'",
    )
  })
})
