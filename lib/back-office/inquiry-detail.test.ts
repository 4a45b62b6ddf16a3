import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { PRODUCTS } from '../../site'
import { FIELDS } from '../application-form'
import { db } from '../database/db'
import { recordEvent } from '../inquiries/record-event'
import { ONE_VIEW_MS } from '../privacy/audit'
import { eventOf, insertOpenInquiry, insertUser, newStaff, withTestApp } from '../testing/test-app'
import { getInquiryDetail } from './inquiry-detail'

withTestApp()

const viewer = newStaff('VIEWER')
const minutes = (n: number) => new Date(Date.UTC(2026, 0, 1, 12, n))

test('staff see the application and its outcome, and only those who may reveal see the service’s id', async () => {
  const serviceInquiryId = randomUUID()
  const { id } = await insertOpenInquiry({
    serviceInquiryId,
    note: 'By post',
    reviewReasons: ['Glare'],
    reversedAt: minutes(8),
    accountOpenedAt: minutes(9),
    account: 'ACC 1',
  })
  expect(await getInquiryDetail(newStaff('REVIEWER'), id)).toMatchObject({
    serviceInquiryId,
    // The status has no identity, and the form has no personal field.
    isRevealable: false,
    reversedAt: minutes(8),
    reviewReasons: ['Glare'],
    account: 'ACC 1',
    accountOpenedAt: minutes(9),
    application: [
      { name: 'product', value: PRODUCTS[0].name.en },
      { name: 'note', value: 'By post' },
    ],
  })
  const seenByViewer = await getInquiryDetail(viewer, id)
  expect(seenByViewer).toMatchObject({ serviceInquiryId: null })
  expect(JSON.stringify(seenByViewer)).not.toContain(serviceInquiryId)
  expect(await getInquiryDetail(viewer, randomUUID())).toBeNull()
})

test('an inquiry names its personal fields to those who may reveal them, without their values', async () => {
  FIELDS.note.isPersonal = true
  onTestFinished(() => void delete FIELDS.note.isPersonal)
  const { id } = await insertOpenInquiry({ note: 'Born in Ghent' })
  const detail = await getInquiryDetail(newStaff('REVIEWER'), id)
  expect(detail).toMatchObject({ application: [{ name: 'product' }], personalFields: ['note'] })
  // The form's personal field can be revealed with any status.
  expect(detail).toMatchObject({ status: null, isRevealable: true })
  expect(JSON.stringify(detail)).not.toContain('Ghent')
  const ofViewer = await getInquiryDetail(viewer, id)
  expect(ofViewer).toMatchObject({ personalFields: [], isRevealable: false })
})

test('the timeline says what happened, in order, and who did it', async () => {
  const decided = { status: 'DECLINED', portalDecidedAt: minutes(6) }
  const row = await insertOpenInquiry({ createdAt: minutes(0), ...decided })
  const { id, name } = await insertUser('Ada')
  const inquiryId = row.id
  const event = { serviceInquiryId: row.serviceInquiryId, signedAt: minutes(0) }
  const review = { kind: 'inquiry.review_in_progress', status: 'NEEDS_REVIEW' }
  const approval = { kind: 'inquiry.approved', status: 'APPROVED', deliveries: 2 }
  const revealed = { inquiryId, action: 'identity.revealed' }
  await db().webhookEvent.createMany({
    data: [
      { id: randomUUID(), ...event, ...review, arrivedAt: minutes(1) },
      { id: randomUUID(), ...event, ...approval, arrivedAt: minutes(3) },
    ],
  })
  await db().statusChange.createMany({
    data: [
      { inquiryId, fromStatus: null, toStatus: 'NEEDS_REVIEW', at: minutes(2) },
      { inquiryId, fromStatus: 'NEEDS_REVIEW', toStatus: 'APPROVED', at: minutes(4) },
      { inquiryId, fromStatus: 'APPROVED', toStatus: 'DECLINED', at: minutes(6) },
    ],
  })
  await db().auditEntry.createMany({
    data: [
      { ...revealed, actor: id, outcome: 'allowed', at: minutes(5) },
      { ...revealed, actor: 'system', outcome: 'refused', at: minutes(8) },
    ],
  })

  const detail = await getInquiryDetail(viewer, row.id)
  const shown = detail?.timeline.map(({ id: _, ...entry }) => entry)
  expect(shown).toEqual([
    { at: minutes(0), kind: 'requested' },
    {
      at: minutes(1),
      kind: 'event',
      type: 'inquiry.review_in_progress',
      status: 'NEEDS_REVIEW',
      deliveries: 1,
      isSetAside: false,
    },
    { at: minutes(2), kind: 'change', from: null, to: 'NEEDS_REVIEW', isByPerson: false },
    {
      at: minutes(3),
      kind: 'event',
      type: 'inquiry.approved',
      status: 'APPROVED',
      deliveries: 2,
      isSetAside: false,
    },
    { at: minutes(4), kind: 'change', from: 'NEEDS_REVIEW', to: 'APPROVED', isByPerson: false },
    { at: minutes(5), kind: 'audit', action: 'identity.revealed', outcome: 'allowed', by: name },
    { at: minutes(6), kind: 'change', from: 'APPROVED', to: 'DECLINED', isByPerson: true },
    {
      at: minutes(8),
      kind: 'audit',
      action: 'identity.revealed',
      outcome: 'refused',
      by: 'system',
    },
  ])
})

test('staff see that an event was set aside, but neither its status nor its succeeded checks', async () => {
  const row = await insertOpenInquiry({ status: 'PENDING' })
  await db().webhookEvent.create({
    data: {
      ...{ id: randomUUID(), kind: 'inquiry.approved', status: 'APPROVED', signedAt: minutes(0) },
      ...{ serviceInquiryId: randomUUID(), referenceId: row.referenceId, inquiryId: row.id },
      ...{ capabilities: ['FACE_MATCH'], arrivedAt: minutes(1), setAsideAt: minutes(2) },
    },
  })
  const detail = await getInquiryDetail(viewer, row.id)
  expect(detail).toMatchObject({ status: 'PENDING', isBeingConfirmed: false, capabilities: [] })
  expect(detail?.timeline).toContainEqual(expect.objectContaining({ isSetAside: true }))
})

test('refreshing a page counts as one view; another person or a later visit counts again', async () => {
  const row = await insertOpenInquiry()
  const views = () => db().auditEntry.findMany({ where: { inquiryId: row.id } })
  await getInquiryDetail(viewer, row.id)
  await recordEvent(eventOf(row, 'NEEDS_REVIEW', new Date()), 'd-1')
  await getInquiryDetail(viewer, row.id)
  expect(await views()).toMatchObject([
    { actor: viewer.id, action: 'inquiry.viewed', outcome: 'allowed' },
  ])

  await getInquiryDetail(newStaff('VIEWER'), row.id)
  expect(await views()).toHaveLength(2)
  const own = (await getInquiryDetail(viewer, row.id))?.timeline.filter(
    ({ kind }) => kind === 'audit',
  )
  expect(own).toMatchObject([{ by: viewer.id }, { by: expect.any(String) }])

  const longAgo = new Date(Date.now() - ONE_VIEW_MS)
  await db().auditEntry.updateMany({ where: { inquiryId: row.id }, data: { at: longAgo } })
  await getInquiryDetail(viewer, row.id)
  expect(await views()).toHaveLength(3)
})
