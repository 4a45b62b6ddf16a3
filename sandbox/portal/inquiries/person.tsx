/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Inquiry } from '../../state/entities.ts'
import { nameOf } from './inquiry-lists.ts'

/** The customer's name, if it is known. */
export function Person({ inquiry }: { inquiry: Inquiry }) {
  const name = nameOf(inquiry)
  return <span class={name === undefined ? 'nobody' : undefined}>{name ?? 'Nobody yet'}</span>
}
