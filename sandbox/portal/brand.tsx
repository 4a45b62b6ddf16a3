/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { CHECK, SHIELD } from '../web/service-brand.ts'

/** Decoration beside the service's name, so it has no name of its own. */
export function BrandMark() {
  return (
    <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d={SHIELD} />
      <path class="brand-check" d={CHECK} />
    </svg>
  )
}
