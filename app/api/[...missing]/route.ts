/** Catches unknown URLs under /api. Without it, Next would render its 404 page, and pages accept server actions. */
const missing = (): Response => Response.json({ error: 'not_found' }, { status: 404 })

export const GET = missing
export const POST = missing
