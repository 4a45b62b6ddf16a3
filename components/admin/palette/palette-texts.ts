/** The server passes these in, so that staff pages don't load messages for the palette. */
export interface PaletteTexts {
  open: string
  title: string
  placeholder: string
  cases: string
  /** Cases waiting for a decision. */
  waiting: string
  settings: string
  actions: string
  pages: string
  none: string
  searching: string
  failed: string
  keysOn: string
  keysOff: string
  /** The shortcut that opens it. */
  keys: string
  /** Units with `{count}`, for how long a case has waited. */
  durations: Readonly<Record<string, string>>
  /** The names of the known statuses, and `unknown`, which comes before any other status. */
  statuses: Readonly<Record<string, string>>
}
