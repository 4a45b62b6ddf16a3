/** The pages of the revealed documents, named and in order. */
import { inWords } from '@/components/admin/in-words'
import type { RevealedDocument } from '@/lib/inquiries/views'

export interface DocumentPage {
  /** `Passport, front`: the caption, and the alternative text. */
  label: string
  /** The same for a narrow button: `Front`, if there's only one document that it can be the front of. */
  tab: string
  url: string
  /** Which side of a comparison it's on. */
  of: 'document' | 'person'
}

/** The types that D8 names. They're an open set. */
const KNOWN_TYPES = ['passport', 'national_id', 'driving_license', 'selfie', 'signature'] as const
type KnownType = (typeof KNOWN_TYPES)[number]
const OF_PERSON: readonly string[] = ['selfie', 'signature']

export interface DocumentNames {
  type: (type: KnownType) => string
  front: (name: string) => string
  back: (name: string) => string
  frontTab: string
  backTab: string
}

export function documentTypeName(type: string, names: Pick<DocumentNames, 'type'>): string {
  const known = KNOWN_TYPES.find((one) => one === type)
  return known ? names.type(known) : inWords(type)
}

export function documentPages(
  documents: readonly RevealedDocument[],
  names: DocumentNames,
): DocumentPage[] {
  const papers = documents.filter(({ type }) => !OF_PERSON.includes(type))
  return documents.flatMap((document) => {
    const name = documentTypeName(document.type, names)
    const of = OF_PERSON.includes(document.type) ? 'person' : 'document'
    const pages: DocumentPage[] = []
    if (document.frontPage) {
      const label = document.hasBackPage ? names.front(name) : name
      const tab = document.hasBackPage && papers.length === 1 ? names.frontTab : label
      pages.push({ label, tab, url: document.frontPage, of })
    }
    if (document.backPage) {
      const label = names.back(name)
      const tab = papers.length === 1 ? names.backTab : label
      pages.push({ label, tab, url: document.backPage, of })
    }
    return pages
  })
}
