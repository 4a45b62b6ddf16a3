// The merchant interface as OpenAPI 3.1, webhooks included. It is generated from the schemas that validate requests.
import { z } from 'zod'
import * as wire from './schemas.ts'

const SCHEMAS_PATH = '#/components/schemas/'
const INQUIRIES = '/api/v1/customer/inquiries'

const reference = (id: string) => ({ $ref: SCHEMAS_PATH + id })
const json = (id: string) => ({ 'application/json': { schema: reference(id) } })
const answer = (description: string, id: string) => ({ description, content: json(id) })
const error = (description: string) => answer(description, 'Error')

const INQUIRY_ID = {
  name: 'inquiryId',
  in: 'path',
  required: true,
  description: 'A canonical hyphenated UUID of any version (D1).',
  schema: { type: 'string', format: 'uuid' },
}
const CORRELATION_ID = {
  name: 'X-Correlation-Id',
  in: 'header',
  description: 'A trace identifier; a UUID is generated when it is omitted (O8, D13, N24).',
  schema: { type: 'string' },
}
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Makes retries safe; a UUID v4 is recommended (O7, N2).',
  schema: { type: 'string', maxLength: 255 },
}

const COMMON_ERRORS = {
  '400': error('The input is invalid.'),
  '401': error('The key is missing, invalid, expired or revoked (D4).'),
  '404': error('It does not exist, or belongs to another tenant (D3, A5).'),
  '405': error('The route does not support this method.'),
  '429': {
    ...error('The rate limit is exceeded (D5).'),
    headers: { 'Retry-After': { schema: { type: 'string' }, description: 'In seconds (N17).' } },
  },
  '5XX': error('The service cannot respond right now.'),
}

export function openApiDocument() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Identity Verification Inquiry Service: merchant interface',
      version: '1.0.0',
      description:
        'Where the contract says nothing (success codes, error bodies, data of two event kinds), this document gives the ' +
        "sandbox's defaults. Don't depend on them.",
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The sandbox that serves this document.' }],
    security: [{ apiKey: [] }],
    paths: {
      [INQUIRIES]: {
        post: {
          operationId: 'openInquiry',
          summary: 'Open an inquiry (O1–O8)',
          description:
            'Opens an inquiry from a published template. Pass the inquiryId to the web SDK to start the hosted flow. ' +
            'If the response is lost, send the same request again with the same Idempotency-Key.',
          parameters: [IDEMPOTENCY_KEY, CORRELATION_ID],
          requestBody: { required: true, content: json('OpenInquiry') },
          responses: {
            '201': answer(
              'Opened. Other deployments may answer 200 or another 2xx (N1).',
              'OpenedInquiry',
            ),
            ...COMMON_ERRORS,
            '409': error('The Idempotency-Key is in use (N2).'),
            '413': error('The body is over 1 MiB.'),
            '415': error('The body is not application/json.'),
            '422': error(
              'The template or revision is not published and enabled (O3, N4), or the Idempotency-Key was used with a different body (N2).',
            ),
          },
        },
      },
      [`${INQUIRIES}/{inquiryId}`]: {
        get: {
          operationId: 'getInquiry',
          description:
            'The status and, if it is APPROVED, NEEDS_REVIEW or FAILED, the identity. FAILED, COMPLETED and expiry ' +
            'send no event, so this route is the only way to learn of them.',
          summary: 'Read the status (S1–S6)',
          parameters: [INQUIRY_ID, CORRELATION_ID],
          responses: { '200': answer('The inquiry.', 'Inquiry'), ...COMMON_ERRORS },
        },
      },
      [`${INQUIRIES}/{inquiryId}/documents`]: {
        get: {
          operationId: 'getInquiryDocuments',
          description:
            'The newest successful picture of each capability, under URLs that expire together after five minutes.',
          summary: 'Get URLs of the collected pictures, for five minutes (D1–D13)',
          parameters: [INQUIRY_ID, CORRELATION_ID],
          responses: {
            '200': answer('The documents.', 'Documents'),
            ...COMMON_ERRORS,
            '403': error('INQUIRY_NOT_APPROVED: neither approved nor in review (D2).'),
          },
        },
      },
    },
    webhooks: {
      'inquiry.approved': webhook('InquiryApproved', 'The inquiry is approved.'),
      'inquiry.review_in_progress': webhook(
        'InquiryReviewInProgress',
        'A person is reviewing the inquiry.',
      ),
      'inquiry.declined': webhook('InquiryDeclined', 'The inquiry is declined.'),
    },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Api-Key',
          description: '`svc_live_` and 32 Base64URL characters (A1, A2).',
        },
      },
      schemas: componentSchemas(),
    },
  }
}

function webhook(schemaId: string, summary: string) {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })
  return {
    post: {
      operationId: `receive${schemaId}`,
      summary,
      description:
        'Verify the signature over the raw bytes before parsing them, and detect repeated events by the signed id.',
      security: [],
      parameters: [
        header('X-Service-Signature', 'sha256=<hex HMAC-SHA256 of the raw bytes> (W3, W4)'),
        header('X-Service-Delivery-Id', 'Identifies the delivery; it is not signed (W5).'),
      ],
      requestBody: { required: true, content: json(schemaId) },
      responses: { '2XX': { description: 'Accepted; anything else is retried (N8, N9).' } },
    },
  }
}

const COMPONENTS = {
  OpenInquiry: wire.openRequestSchema,
  OpenedInquiry: wire.openResponseSchema,
  Inquiry: wire.inquiryResponseSchema,
  Identity: wire.identitySchema,
  PersonalInfo: wire.personalInfoSchema,
  DocumentData: wire.documentDataSchema,
  Documents: wire.documentsResponseSchema,
  Error: wire.errorResponseSchema,
  InquiryApproved: wire.approvedEventSchema,
  InquiryReviewInProgress: wire.reviewEventSchema,
  InquiryDeclined: wire.declinedEventSchema,
}

/** `io: 'input'` leaves objects open, because clients must ignore unknown fields. */
function componentSchemas(): Record<string, unknown> {
  const components = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(COMPONENTS)) components.add(schema, { id })
  const { schemas } = z.toJSONSchema(components, {
    io: 'input',
    uri: (id) => SCHEMAS_PATH + id,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _schema, $id: _id, ...schema }]) => [id, schema]),
  )
}
