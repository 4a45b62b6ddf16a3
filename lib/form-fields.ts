/** The fields of a form sent to a server action. A hand-made request can send anything else, which has no fields. */
export const formFields = (sent: unknown): Record<string, unknown> =>
  sent instanceof FormData ? Object.fromEntries(sent) : {}
