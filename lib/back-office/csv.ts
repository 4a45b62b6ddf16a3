/** One line of CSV (RFC 4180). Pure. */

/** A spreadsheet runs a cell that begins like this as a formula, and the reference may be anybody's text. */
const FORMULA = /^[=+\-@\t\r]/

export const toCsvLine = (values: readonly unknown[]): string =>
  `${values.map(toCell).join(',')}\r\n`

function toCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
