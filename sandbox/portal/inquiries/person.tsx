/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Inquiry } from '../../state/entities.ts'

/** Who an inquiry is about, as far as it is known: lists name people before references. */
export function Person({ inquiry: { personalInfo, document } }: { inquiry: Inquiry }) {
  const name = personalInfo?.fullName ?? document?.fullName
  return <span class={name === undefined ? 'nobody' : undefined}>{name ?? 'Nobody yet'}</span>
}
