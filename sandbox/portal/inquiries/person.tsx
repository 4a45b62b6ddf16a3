/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Inquiry } from '../../state/entities.ts'
import { nameOf } from './inquiry-lists.ts'

/** The customer's name, or why there is none. */
export function Person({ inquiry }: { inquiry: Inquiry }) {
  const name = nameOf(inquiry)
  if (name !== undefined) return <span>{name}</span>
  const hasStarted = inquiry.results.length > 0 || inquiry.finishedAt !== null
  return <span class="nobody">{hasStarted ? 'No name' : 'Not started'}</span>
}
