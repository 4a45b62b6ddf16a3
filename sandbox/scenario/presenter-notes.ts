// What the presenter of a demo does next. A client of the control API sets it, and the portal shows it on every page. Kept
// in memory only.
import { z } from 'zod'

export const presenterNoteSchema = z
  .object({
    /** What the note belongs to, such as a chapter. */
    title: z.string().min(1).max(80),
    text: z.string().min(1).max(300),
    /** Where to go afterwards. */
    link: z.object({ href: z.url({ protocol: /^https?$/ }), label: z.string().min(1).max(60) }),
  })
  .strict()
export type PresenterNote = z.infer<typeof presenterNoteSchema>

export class PresenterNotes {
  readonly #byTenant = new Map<string, PresenterNote>()

  put(tenantId: string, note: PresenterNote): PresenterNote {
    this.#byTenant.set(tenantId, note)
    return note
  }

  get(tenantId: string): PresenterNote | null {
    return this.#byTenant.get(tenantId) ?? null
  }

  forget(tenantId: string): void {
    this.#byTenant.delete(tenantId)
  }
}
