// Texts belong in messages/, so that every language has them. e2e/stories/german.spec.ts checks what the browser shows; this
// test also finds texts that appear only after an error.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, type ObjectExpression, parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { childrenOf } from '../scripts/syntax-tree'
import { LOCALES } from '../site'

const ROOT = join(import.meta.dirname, '..')

/** Operators read these in logs, metrics and terminals, which are in English. */
const OPERATORS_READ =
  /^lib\/(env|metrics|database-session|pooler|start-up|audit-verify|prisma-client|testing|verification)\b/

/** Strings that look like texts but aren't part of the UI. */
const ALLOWED = new Set([
  'Text', // the end of a key
  'Unreachable', // a key
  ...['Ae', 'Oe', 'Th'], // transliterations of letters that the contract doesn't allow in notes
  'Filled in', // what the demo's customers write
  'The selfie and the photo on the document could not be matched with confidence.', // the service's words, for the demo
  'The pictures match.',
  'The document was reported as stolen.',
  'The database did not answer', // for a log
  ...['open account', 'open inquiry', 'read inquiry', 'record event'], // spans of a trace
  'not JSON', // for API clients
  'database does not accept writes', // for probes
  'OpenID Connect', // next-auth's own page, which nobody sees
  'openid email profile', // part of a protocol
  'xMidYMid slice', // SVG
  'light dark', // CSS
  'Arial', // a typeface
  'Enter', // a key
  'Error', // the name of a class
  'Bearer ', // part of a protocol
  'link code', // labels for key derivation
  'known device\n',
  'recovery code',
  'second factor',
  'merchant staff ',
])

const WORDS = /\p{L}{2,}[’'.,:;!?]? \(?\p{L}/u
const NOT_PROSE = /[-_[\]{}<>=/]|\d/
const CAPITALISED = /^\p{Lu}\p{Ll}+[ .:!?]?$/u
const SHOWN_ATTRIBUTES =
  /^(aria-(label|description|valuetext|roledescription)|title|alt|placeholder)$/

const isProse = (text: string) =>
  (WORDS.test(text) && !NOT_PROSE.test(text.replace(/^\s*use (client|server)$/, '-'))) ||
  /\p{Ll}(’|')(t|s|re|ll|ve) \p{L}/u.test(text) ||
  CAPITALISED.test(text)

function textsIn(file: string, source: string): string[] {
  const found: string[] = []
  const add = (text: string, isText: boolean) => {
    if (isText && !ALLOWED.has(text)) found.push(`${file}: ${text.replace(/\s+/g, ' ').trim()}`)
  }
  const visit = (node: Node, parent?: Node): void => {
    if (isNeverShown(node, source)) return
    if (node.type === 'JSXText') add(node.value, HAS_LETTERS.test(node.value))
    if (node.type === 'TemplateElement') {
      const text = node.value.cooked ?? node.value.raw
      add(text, isProse(text))
    }
    if (node.type === 'Literal' && typeof node.value === 'string') {
      const isShown =
        parent?.type === 'JSXAttribute' && SHOWN_ATTRIBUTES.test(textOf(parent.name, source))
      add(node.value, isShown ? HAS_LETTERS.test(node.value) : isProse(node.value))
    }
    for (const child of childrenOf(node)) visit(child, node)
  }
  visit(parseSync(file, source).program)
  return found
}

const HAS_LETTERS = /\p{L}{2}/u

const textOf = ({ start, end }: Node, source: string): string => source.slice(start, end)

/** Imports, types, translated keys, logs, errors, class names, and texts in every language. */
function isNeverShown(node: Node, source: string): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
      return node.source !== null && node.source !== undefined
    case 'ExportAllDeclaration':
    case 'TaggedTemplateExpression':
      return true
    case 'NewExpression':
      return /Error$/.test(textOf(node.callee, source))
    case 'CallExpression':
      return /(^|\.)(use|get)Translations$|^log\./.test(textOf(node.callee, source))
    case 'JSXAttribute':
      return textOf(node.name, source) === 'className'
    case 'ObjectExpression':
      return isInEveryLanguage(node)
    default:
      return node.type.startsWith('TS') && !HOLDS_AN_EXPRESSION.test(node.type)
  }
}

/** `value as Type` and the like: not only a type. */
const HOLDS_AN_EXPRESSION =
  /^TS(AsExpression|SatisfiesExpression|NonNullExpression|InstantiationExpression|EnumDeclaration|EnumBody|EnumMember|ParameterProperty|ExportAssignment)$/

/** `{ en: 'Germany', de: 'Deutschland' }`: the labels of a form's options. */
const isInEveryLanguage = ({ properties }: ObjectExpression): boolean =>
  properties
    .map((property) =>
      property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : '',
    )
    .join() === LOCALES.join()

test.each([
  ['a text', '<p>Close</p>'],
  ['an attribute', '<img alt="Photo" />'],
  ['a sentence in an expression', "<p>{isOpen ? 'It is open' : null}</p>"],
  ['a template', '<p>{`They are open`}</p>'],
  ['a cast', "const text = 'It is open' as string"],
])('%s is found', (_, source) => {
  expect(textsIn('page.tsx', source)).toHaveLength(1)
})

test('no screen has a hard-coded text', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'app', 'components', 'lib'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => !OPERATORS_READ.test(file))
  expect(files.length).toBeGreaterThan(50)
  expect(files.flatMap((file) => textsIn(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
})
