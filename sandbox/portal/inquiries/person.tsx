/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Inquiry } from '../../state/entities.ts'

/** The customer's name, if it is known. */
export function Person({ inquiry: { personalInfo, document } }: { inquiry: Inquiry }) {
  const name = personalInfo?.fullName ?? document?.fullName
  return <span class={name === undefined ? 'nobody' : undefined}>{name ?? 'Nobody yet'}</span>
}
