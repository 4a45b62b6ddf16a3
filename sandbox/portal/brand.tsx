/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The mark of the service.

const SHIELD = 'M16 2.5 27 6.2v9.1c0 6.9-4.5 11.7-11 14.2C9.5 27 5 22.2 5 15.3V6.2Z'
const CHECK = 'm10.5 15.9 4 4 7.2-7.8'

/** A shield with a check mark: decoration beside the name, so it has no name of its own. */
export function BrandMark() {
  return (
    <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d={SHIELD} />
      <path class="brand-check" d={CHECK} />
    </svg>
  )
}

/** The same as a picture of its own, for the browser's tab. */
export function brandIcon(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#3046c5" d="${SHIELD}"/><path fill="none" stroke="#fff" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round" d="${CHECK}"/></svg>`
}
