/** Passed by the server, so that no staff page loads the messages for it. */
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
  /** The names of the known statuses, and `unknown` for what comes before another. */
  statuses: Readonly<Record<string, string>>
}
