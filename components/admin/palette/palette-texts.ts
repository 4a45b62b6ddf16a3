/** The server passes these in, so that staff pages don't load messages for the palette. */
export interface PaletteTexts {
  open: string
  title: string
  placeholder: string
  cases: string
  actions: string
  pages: string
  none: string
  searching: string
  failed: string
  keysOn: string
  keysOff: string
  /** The shortcut that opens it. */
  keys: string
  /** The names of the known statuses, and `unknown`, which comes before any other status. */
  statuses: Readonly<Record<string, string>>
}
