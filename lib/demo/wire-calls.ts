/**
 * Which code makes each call on the wire, and which clause of docs/contract.md it follows. A test checks that the files,
 * the functions and the clauses exist. Their names are under `Guide.calls` in `messages/demo/`.
 */
export interface WireCall {
  file: string
  function: string
  clauses: readonly string[]
}

export const WIRE_CALLS = {
  open: {
    file: 'lib/inquiries/open-inquiry.ts',
    function: 'sendOnce',
    clauses: ['O1', 'O7'],
  },
  status: {
    file: 'lib/inquiries/read-inquiry.ts',
    function: 'readInquiry',
    clauses: ['S1', 'N6'],
  },
  documents: {
    file: 'lib/inquiries/documents.ts',
    function: 'revealInquiry',
    clauses: ['D1', 'D6'],
  },
  'inquiry.approved': {
    file: 'lib/inquiries/receive-delivery.ts',
    function: 'receiveDelivery',
    clauses: ['W7', 'W9', 'W3'],
  },
  'inquiry.review_in_progress': {
    file: 'lib/inquiries/receive-delivery.ts',
    function: 'receiveDelivery',
    clauses: ['W7', 'N12'],
  },
  'inquiry.declined': {
    file: 'lib/inquiries/receive-delivery.ts',
    function: 'receiveDelivery',
    clauses: ['W7', 'N12'],
  },
  event: {
    file: 'lib/inquiries/record-event.ts',
    function: 'recordEvent',
    clauses: ['W6', 'N13'],
  },
} as const satisfies Record<string, WireCall>

export type WireCallId = keyof typeof WIRE_CALLS
export const isWireCall = (id: string): id is WireCallId => Object.hasOwn(WIRE_CALLS, id)
