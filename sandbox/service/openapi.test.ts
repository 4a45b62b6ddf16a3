import { expect, test } from 'vitest'
import type { z } from 'zod'
import { type Answer, INQUIRIES, setUp } from '../testing/merchant.ts'
import { setUpReceiving } from '../testing/receiver.ts'
import { openApiDocument } from './openapi.ts'
import * as wire from './schemas.ts'

test('the document is served as OpenAPI 3.1, every reference in it resolves, and every schema is open', async () => {
  const { sandbox } = setUp()
  const text = await (await sandbox.app.request('/openapi.json')).text()
  const document = JSON.parse(text)
  expect(document.openapi).toBe('3.1.0')
  for (const [, name = ''] of text.matchAll(/#\/components\/schemas\/(\w+)/g))
    expect(document.components.schemas).toHaveProperty(name)
  expect(text).not.toMatch(/\$id|additionalProperties/)
})

/** Expects the schema to keep the whole body: it strips fields that it doesn't name. */
const expectOnly = (schema: z.ZodType, body: unknown) => expect(schema.parse(body)).toEqual(body)

test('it names the status and every field of the service’s answers and events', async () => {
  const { merchant, receiver } = await setUpReceiving()
  const id = await merchant.completedId('NEEDS_REVIEW', {}, { referenceId: 'r' })
  const pending = await merchant.openedId()
  for (const outcome of ['APPROVED', 'DECLINED']) await merchant.completedId(outcome)

  const problem = wire.errorResponseSchema
  const answers: [path: string, answer: Answer, schema: z.ZodType][] = [
    ['', await merchant.open(), wire.openResponseSchema],
    ['', await merchant.open({ note: '<' }), problem],
    ['', await merchant.open({ inquiryTemplateId: crypto.randomUUID() }), problem],
    ['', await merchant.open({}, { 'content-type': 'text/plain' }), problem],
    ['', await merchant.open({}, { 'x-api-key': 'unknown' }), problem],
    ['/{inquiryId}', await merchant.status(id), wire.inquiryResponseSchema],
    ['/{inquiryId}', await merchant.status(crypto.randomUUID()), problem],
    ['/{inquiryId}/documents', await merchant.documents(id), wire.documentsResponseSchema],
    ['/{inquiryId}/documents', await merchant.documents(pending), problem],
    ['/{inquiryId}/documents', await merchant.documents('not-a-uuid'), problem],
  ]
  const paths = new Map(Object.entries(openApiDocument().paths))
  for (const [path, { status, body }, schema] of answers) {
    const documented = Object.values(paths.get(INQUIRIES + path) ?? {}).map(
      ({ responses }) => responses,
    )
    expect(Object.keys({ ...documented[0] })).toContain(String(status))
    expectOnly(schema, body)
  }

  const schemas = {
    'inquiry.approved': wire.approvedEventSchema,
    'inquiry.review_in_progress': wire.reviewEventSchema,
    'inquiry.declined': wire.declinedEventSchema,
  }
  for (const [kind, schema] of Object.entries(schemas))
    expectOnly(
      schema,
      receiver.events().find(({ type }) => type === kind),
    )
})
