/** The source of a function that makes a call on the wire, read from this copy of the project. */
import 'server-only'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Token, tokenize } from './tokenize'
import { WIRE_CALLS, type WireCallId } from './wire-calls'

export interface SourceExcerpt {
  file: string
  function: string
  firstLine: number
  /** The line where the function begins. */
  atLine: number
  lines: Line[]
  clauses: Clause[]
}

interface Line {
  tokens: Token[]
  /** Whether it's one of those that fulfil the clauses. */
  fulfils: boolean
}

/** In the contract's own words, with its code in backticks. */
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
  const { first, at, text, marked } = findFunction(source, call)
  return {
    file,
    function: name,
    firstLine: first + 1,
    atLine: at + 1,
    lines: tokenize(text).map((tokens, index) => ({ tokens, fulfils: marked(first + index) })),
    clauses: clauses.map((code) => findClause(contract ?? '', code)),
  }
}

/** The function with the comment above it, and which of its lines fulfil the clauses. Lines are counted from 0. */
export function findFunction(source: string, call: WireCallId) {
  const { function: name, lines: fulfilling } = WIRE_CALLS[call]
  const lines = source.split('\n')
  const at = lines.findIndex((line) => new RegExp(`\\b(function|const) ${name}\\b`).test(line))
  let first = at
  while (/^(\/\*\*| \*)/.test(lines[first - 1] ?? '')) first -= 1
  const end = lines.indexOf('}', at)
  const find = (part: string) => lines.findIndex((line, index) => index > at && line.includes(part))
  const [from, to] = [find(fulfilling[0]), find(fulfilling[1])]
  return {
    first,
    at,
    text: lines.slice(first, end + 1),
    marked: (line: number) => line >= from && line <= to,
    isWhole: first >= 0 && from > at && from <= to && to < end,
  }
}

/** What the clauses behind the calls say, by code. */
export async function getClauseTexts(): Promise<Record<string, string>> {
  const contract = (await readSource('docs/contract.md')) ?? ''
  const codes = new Set(Object.values(WIRE_CALLS).flatMap(({ clauses }) => clauses))
  return Object.fromEntries(
    [...codes].map((code) => [code, findClause(contract, code).text.replaceAll('`', '')]),
  )
}

const readSource = (file: string): Promise<string | null> =>
  readFile(join(/* turbopackIgnore: true */ process.cwd(), file), 'utf8').catch(() => null)

/** From the clause's row in docs/contract.md. A gap (N…) says what the contract leaves open, and what the sandbox does. */
function findClause(contract: string, code: string): Clause {
  const row = contract.split('\n').find((line) => line.startsWith(`| ${code} `))
  const [, , text = '', byDefault = ''] = (row ?? '').split('|').map((cell) => cell.trim())
  return { code, text, byDefault: code.startsWith('N') ? byDefault : null }
}
