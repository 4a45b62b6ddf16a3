/** The fields of a form that a server action was sent; anything else, which only a call by hand sends, has none. */
export const formFields = (sent: unknown): Record<string, unknown> =>
  sent instanceof FormData ? Object.fromEntries(sent) : {}
