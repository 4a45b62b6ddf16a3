/**
 * Which code makes each call on the wire, and which clause of docs/contract.md it follows. A test checks that the files,
 * the functions, the lines and the clauses exist. Their names are under `Guide.calls` in `messages/demo/`.
 */
export interface WireCall {
  file: string
  function: string
  clauses: readonly string[]
  /** The lines that fulfil them: parts of the first one and the last one. */
  lines: readonly [string, string]
}

export const WIRE_CALLS = {
  open: {
    file: 'lib/inquiries/open-inquiry.ts',
    function: 'sendOnce',
    clauses: ['O1', 'O7'],
    lines: ['await service.open({', 'bindInquiry('],
  },
  status: {
    file: 'lib/inquiries/read-inquiry.ts',
    function: 'readInquiry',
    clauses: ['S1', 'N6'],
    lines: ['await service.getInquiry({', 'applyRead('],
  },
  documents: {
    file: 'lib/inquiries/documents.ts',
    function: 'revealInquiry',
    clauses: ['D1', 'D6'],
    lines: ['getDocuments(', 'documents.inquiryId !=='],
  },
  'inquiry.approved': {
    file: 'lib/inquiries/receive-delivery.ts',
    function: 'receiveDelivery',
    clauses: ['W7', 'W9', 'W3'],
    lines: ['if (!isSignedBy(', 'const { id: eventId'],
  },
  'inquiry.review_in_progress': {
    file: 'lib/inquiries/receive-delivery.ts',
    function: 'receiveDelivery',
    clauses: ['W7', 'N12'],
    lines: ['const event = parseEvent(', 'report?.data.correlationId'],
  },
  'inquiry.declined': {
    file: 'lib/inquiries/receive-delivery.ts',
    function: 'receiveDelivery',
    clauses: ['W7', 'N12'],
    lines: ['const event = parseEvent(', 'report?.data.correlationId'],
  },
  event: {
    file: 'lib/inquiries/record-event.ts',
    function: 'recordEvent',
    clauses: ['W6', 'N13'],
    lines: ['return record({', 'data ?? {}'],
  },
} as const satisfies Record<string, WireCall>

export type WireCallId = keyof typeof WIRE_CALLS
export const isWireCall = (id: string): id is WireCallId => Object.hasOwn(WIRE_CALLS, id)
