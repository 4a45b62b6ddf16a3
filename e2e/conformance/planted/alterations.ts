// How a service is made to break a clause: what passes between it and whoever asks is changed on the way.
import { type Alteration, type Json, record, type Told } from './altering-proxy.ts'

export const INQUIRIES = '/api/v1/customer/inquiries'

export interface PlantedViolation {
  clause: string
  what: string
  /** Others that cannot hold either. */
  besides?: string[]
  /** A fresh one for each walk: some remember what they saw. */
  plant(): Alteration
}

export const isOpen = (method: string, path: string) => method === 'POST' && path === INQUIRIES
export const isRead = (path: string) => /\/inquiries\/[^/]+$/.test(path) && path.startsWith('/api/')
export const isDocuments = (path: string) => path.endsWith('/documents')

/** The Inquiry, changed. */
export function reading(change: (inquiry: Json) => Json): Alteration {
  return {
    tell: ({ status, body }, { method, path }) =>
      method === 'GET' && isRead(path) && status === 200
        ? { body: { ...body, ...change(body) } }
        : {},
  }
}

/** The documents result, changed. */
export function documents(change: (result: Json, origin: string) => Json): Alteration {
  return {
    tell: ({ status, body }, { path }, origin) =>
      isDocuments(path) && status === 200 ? { body: { ...body, ...change(body, origin) } } : {},
  }
}

/** Each entry of `documents`, changed. */
export function eachDocument(change: (document: Json, origin: string) => Json): Alteration {
  return documents((result, origin) => ({
    documents: listOf(result.documents).map((document) => ({
      ...document,
      ...change(document, origin),
    })),
  }))
}

/** The body of an open on its way to the service, changed: what should be refused is let in. */
export function letIn(change: (body: Json) => Json): Alteration {
  return {
    ask: ({ method, path, body }) =>
      isOpen(method, path) ? { text: JSON.stringify({ ...body, ...change(body) }) } : {},
  }
}

/** Another answer in place of a refusal. */
export function instead(
  of: number,
  where: (path: string) => boolean,
  told: Partial<Told>,
): Alteration {
  return { tell: ({ status }, { path }) => (status === of && where(path) ? told : {}) }
}

/** An event, changed before it is signed. */
export function event(change: (event: Json) => Json): Alteration {
  return {
    post({ headers, body, sign }) {
      const text = JSON.stringify({ ...body, ...change(body) })
      return { text, headers: { ...headers, 'x-service-signature': sign(text) } }
    },
  }
}

export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(record) : []
}

/** Refuses what exists elsewhere in other words than what does not exist. */
export function revealing(where: (path: string) => boolean): Alteration {
  const existing = new Set<string>()
  return {
    tell({ status, body }, { method, path }) {
      if (isOpen(method, path)) existing.add(`${body.inquiryId}`)
      const isKnown = [...existing].some((inquiryId) => path.includes(inquiryId))
      return status === 404 && where(path) && isKnown
        ? { body: { ...body, code: 'NOT_YOUR_INQUIRY' } }
        : {}
    },
  }
}
