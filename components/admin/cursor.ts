/** The place in the pages, from the address. What it means is up to the query that made it. */
export const cursorOf = (after: string | string[] | undefined): string | undefined =>
  typeof after === 'string' && after !== '' ? after : undefined
