/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { CHECK, SHIELD } from '../web/service-brand.ts'

/** Decorative, because it appears next to the service's name. */
export function BrandMark() {
  return (
    <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d={SHIELD} />
      <path class="brand-check" d={CHECK} />
    </svg>
  )
}
