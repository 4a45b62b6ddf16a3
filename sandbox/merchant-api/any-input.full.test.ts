// Properties of the merchant API: for any input, the response is one that OpenAPI allows and never a 5xx.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEMO_TENANT } from '../scenario/seed.ts'
import { INQUIRIES, setUp } from '../testing/merchant.ts'

const RUNS = { numRuns: 300 }

/** Almost valid bodies: each field is either valid or arbitrary. */
const nearlyRightBody = fc.oneof(
  fc.json(),
  fc
    .record(
      {
        inquiryTemplateId: fc.oneof(fc.constant(DEMO_TENANT.templateId), fc.uuid(), fc.jsonValue()),
        templateRevisionId: fc.oneof(
          fc.constant(DEMO_TENANT.revisionId),
          fc.uuid(),
          fc.jsonValue(),
        ),
        referenceId: fc.oneof(fc.stringMatching(/^[\w.:@/-]{0,260}$/), fc.jsonValue()),
        note: fc.oneof(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
        expiresAt: fc.oneof(
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
          fc.jsonValue(),
        ),
      },
      { requiredKeys: [] },
    )
    .map((fields) => JSON.stringify(fields)),
)

function unlimited() {
  const { sandbox, merchant } = setUp()
  const tenant = sandbox.store.tenants.require(DEMO_TENANT.id)
  sandbox.store.tenants.put({ ...tenant, rateLimitPerMinute: null })
  return { sandbox, merchant }
}

test('any body either opens an inquiry that reads back as sent, or is refused and stores nothing', async () => {
  const { sandbox, merchant } = unlimited()
  await fc.assert(
    fc.asyncProperty(nearlyRightBody, async (body) => {
      const before = sandbox.store.inquiries.values().length
      const opened = await merchant.send('POST', INQUIRIES, {
        headers: { 'content-type': 'application/json' },
        body,
      })
      if (opened.status === 201) {
        const { referenceId = null, note = null } = JSON.parse(body)
        const read = await merchant.status(String(opened.body.inquiryId))
        expect(read.body).toMatchObject({ referenceId, note })
        return
      }
      expect([400, 422]).toContain(opened.status)
      expect(sandbox.store.inquiries.values()).toHaveLength(before)
    }),
    RUNS,
  )
  await sandbox.close()
})

test('any inquiryId with any printable header gets a 400 or a 404', async () => {
  const { sandbox, merchant } = unlimited()
  const printable = fc.stringMatching(/^[\x20-\x7e]{1,150}$/).filter((text) => text.trim() !== '')
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), printable, async (id, header) => {
      const segment = encodeURIComponent(id.toWellFormed()) || 'x'
      // Every URL parser resolves a segment of only dots to another path.
      fc.pre(!/^(\.|%2e)+$/i.test(segment))
      const headers = { 'x-correlation-id': header }
      const { status } = await merchant.get(`${INQUIRIES}/${segment}`, headers)
      expect([400, 404]).toContain(status)
    }),
    RUNS,
  )
  await sandbox.close()
})
