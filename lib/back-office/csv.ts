/** One line of CSV (RFC 4180). */

/** Spreadsheets run a cell that starts like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/

export const toCsvLine = (values: readonly unknown[]): string =>
  `${values.map(toCell).join(',')}\r\n`

function toCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
