// The brand of the service itself, as opposed to a merchant's: a fictional company that verifies identities.

export const SERVICE_NAME = 'Veridian Identity'

/** The mark, a shield with a check mark, in a box of 32 by 32. */
export const SHIELD = 'M16 2.5 27 6.2v9.1c0 6.9-4.5 11.7-11 14.2C9.5 27 5 22.2 5 15.3V6.2Z'
export const CHECK = 'm10.5 15.9 4 4 7.2-7.8'

/** A complete image, for the browser tab and the flow's footer. It is lighter where the browser prefers dark. */
export function serviceIcon(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>${SERVICE_NAME}</title><style>.shield{fill:#3046c5}@media(prefers-color-scheme:dark){.shield{fill:#6478f0}}</style><path class="shield" d="${SHIELD}"/><path fill="none" stroke="#fff" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round" d="${CHECK}"/></svg>`
}
