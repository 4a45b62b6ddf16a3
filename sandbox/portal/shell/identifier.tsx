/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Identifiers in lists: one line each, which people compare by its start and its end.
import { Icon } from './icons.tsx'

/** The style sheet leaves room for as many. */
const END_LENGTH = 8

interface IdentifierProps {
  text: string
  /** On its page, if something refers to it. */
  id?: string
}

/** Where it doesn't fit, its middle is cut. */
export function Identifier({ text, id }: IdentifierProps) {
  const endsAt = text.length > 2 * END_LENGTH ? text.length - END_LENGTH : text.length
  return (
    <span class="identifier" id={id} title={text}>
      <span>{text.slice(0, endsAt)}</span>
      {endsAt < text.length && <span>{text.slice(endsAt)}</span>}
    </span>
  )
}

const WORD_AFTER_ID = /(?<=[0-9a-f]{12})\/[a-z-]{1,24}$/

/** `GET /inquiries/…/documents`: keeps the word after an ID, so the cut is in the ID. */
export function PathIdentifier({ text }: { text: string }) {
  const endsAt = text.search(WORD_AFTER_ID)
  if (endsAt === -1) return <Identifier text={text} />
  return (
    <span class="identifier identifier-path" title={text}>
      <span>{text.slice(0, endsAt)}</span>
      <span>{text.slice(endsAt)}</span>
    </span>
  )
}

/** With a button that copies it, for a table where framed buttons would distract. */
export function CopiedIdentifier({
  id,
  name,
  text,
}: IdentifierProps & { id: string; name: string }) {
  return (
    <span class="copied-identifier">
      <Identifier id={id} text={text} />
      <button class="copy-icon" type="button" hidden title="Copy" data-copy={`#${id}`}>
        <Icon name="copy" />
        <Icon name="copied" />
        <span class="visually-hidden" data-copy-words>
          Copy {name}
        </span>
      </button>
    </span>
  )
}

/** The style sheet's column for it is as wide. */
const MAX_WHOLE_LENGTH = 11

/** Its end only, for a row with little room. */
export function IdentifierEnd({ text }: { text: string }) {
  const end = text.length > MAX_WHOLE_LENGTH ? `…${text.slice(-END_LENGTH)}` : text
  return <span title={text}>{end}</span>
}
