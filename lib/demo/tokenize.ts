/** Splits TypeScript into what the source page colours. Enough for the excerpts it shows, which have no multi-line templates. */
export interface Token {
  kind: 'comment' | 'keyword' | 'string' | 'plain'
  text: string
}

const KEYWORDS =
  'as|async|await|boolean|case|catch|const|else|export|false|for|function|if|import|in|instanceof|interface|let|new|null|number|of|return|string|switch|throw|true|try|type|undefined|void|while'
const TOKEN = new RegExp(
  [
    String.raw`(?<comment>\/\/.*|\/\*.*?(?:\*\/|$))`,
    String.raw`(?<string>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\`(?:\\.|[^\`\\])*\`)`,
    `(?<keyword>(?<![.\\w])(?:${KEYWORDS})(?![\\w:]))`,
  ].join('|'),
  'g',
)

/** The tokens of each line. */
export function tokenize(lines: readonly string[]): Token[][] {
  let isInComment = false
  return lines.map((line) => {
    if (isInComment) {
      isInComment = !line.includes('*/')
      return [{ kind: 'comment', text: line }]
    }
    isInComment = line.lastIndexOf('/*') > line.lastIndexOf('*/')
    return tokensOf(line)
  })
}

function tokensOf(line: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  const plainUntil = (index: number) => {
    if (index > end) tokens.push({ kind: 'plain', text: line.slice(end, index) })
  }
  for (const { 0: text, index, groups } of line.matchAll(TOKEN)) {
    plainUntil(index)
    const kind = groups?.comment ? 'comment' : groups?.string ? 'string' : 'keyword'
    tokens.push({ kind, text })
    end = index + text.length
  }
  plainUntil(line.length)
  return tokens
}
