/** The pages of the revealed documents, named and in order. */
import type { RevealedDocument } from '@/lib/inquiries/views'

export interface DocumentPage {
  /** `Passport, front`: the caption, and the alternative text. */
  label: string
  url: string
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  passport: 'Passport',
  national_id: 'National identity card',
  driving_license: 'Driving licence',
  selfie: 'Selfie',
  signature: 'Signature',
}

/** D8: document types are an open set, so an unknown one is shown as sent. */
export const documentTypeName = (type: string): string =>
  (Object.hasOwn(TYPE_NAMES, type) ? TYPE_NAMES[type] : undefined) ?? type.replaceAll('_', ' ')

export function documentPages(documents: readonly RevealedDocument[]): DocumentPage[] {
  return documents.flatMap((document) => {
    const name = documentTypeName(document.type)
    const pages: DocumentPage[] = []
    if (document.frontPage) {
      pages.push({ label: document.hasBackPage ? `${name}, front` : name, url: document.frontPage })
    }
    if (document.backPage) pages.push({ label: `${name}, back`, url: document.backPage })
    return pages
  })
}
