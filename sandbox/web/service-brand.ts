// The verification service's own brand, as opposed to a merchant's: a fictional company.

export const SERVICE_NAME = 'Veridian Identity'

/** A shield with a check mark, as SVG. It is decorative, because the service's name stands beside it. */
export const SERVICE_MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="30" aria-hidden="true"><path fill="#3b6cf0" d="M16 2.5 27 6.2v9.1c0 6.9-4.5 11.7-11 14.2C9.5 27 5 22.2 5 15.3V6.2Z"/><path fill="none" stroke="#fff" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round" d="m10.5 15.9 4 4 7.2-7.8"/></svg>'

export function serviceIcon(): Response {
  const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=86400' }
  return new Response(SERVICE_MARK, { headers })
}
