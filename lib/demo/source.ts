/** The source of a function that makes a call on the wire, read from this copy of the project. */
import 'server-only'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WIRE_CALLS, type WireCallId } from './wire-calls'

const LINES_BEFORE = 8
const LINES_AFTER = 44

export interface SourceExcerpt {
  file: string
  function: string
  firstLine: number
  /** The line where the function begins. */
  atLine: number
  lines: string[]
  clauses: Clause[]
}

/** In the contract's own words. */
export interface Clause {
  code: string
  text: string
  /** What the sandbox does if the contract leaves it open; null if it doesn't. */
  byDefault: string | null
}

/** Null if the sources aren't deployed with the app. */
export async function getSource(call: WireCallId): Promise<SourceExcerpt | null> {
  const { file, function: name, clauses } = WIRE_CALLS[call]
  const [source, contract] = await Promise.all([readSource(file), readSource('docs/contract.md')])
  if (source === null) return null
  const lines = source.split('\n')
  const at = lines.findIndex((line) => new RegExp(`\\b(function|const) ${name}\\b`).test(line))
  const first = Math.max(0, at - LINES_BEFORE)
  return {
    file,
    function: name,
    firstLine: first + 1,
    atLine: at + 1,
    lines: lines.slice(first, at + LINES_AFTER),
    clauses: clauses.map((code) => findClause(contract ?? '', code)),
  }
}

const readSource = (file: string): Promise<string | null> =>
  readFile(join(/* turbopackIgnore: true */ process.cwd(), file), 'utf8').catch(() => null)

/** From the clause's row in docs/contract.md. A gap (N…) says what the contract leaves open, and what the sandbox does. */
function findClause(contract: string, code: string): Clause {
  const row = contract.split('\n').find((line) => line.startsWith(`| ${code} `))
  const [, , text = '', byDefault = ''] = (row ?? '')
    .split('|')
    .map((cell) => cell.trim().replaceAll('`', ''))
  return { code, text, byDefault: code.startsWith('N') ? byDefault : null }
}
