// Texts belong in messages/, so that every language has them. e2e/stories/german.spec.ts checks what the browser shows; this
// test also finds texts that appear only after an error.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { LOCALES } from '../site'

const ROOT = join(import.meta.dirname, '..')

/** Operators read these in logs, metrics and terminals, which are in English. */
const OPERATORS_READ =
  /^lib\/(env|metrics|pooler|start-up|audit-verify|prisma-client|testing|verification)\b/

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
  'npm run doctor', // a command
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
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isTypeNode(node) || ts.isTaggedTemplateExpression(node)) return
    if (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) return
    if (
      ts.isCallExpression(node) &&
      /(^|\.)(use|get)Translations$|^log\./.test(node.expression.getText())
    )
      return
    if (ts.isJsxAttribute(node) && node.name.getText() === 'className') return
    if (isInEveryLanguage(node)) return
    if (ts.isJsxText(node)) add(node, /\p{L}{2}/u.test(node.text))
    else if (ts.isStringLiteralLike(node) || isTemplatePart(node)) {
      const isShown =
        ts.isJsxAttribute(node.parent) && SHOWN_ATTRIBUTES.test(node.parent.name.getText())
      add(node, isShown ? /\p{L}{2}/u.test(node.text) : isProse(node.text))
    }
    ts.forEachChild(node, visit)
  }
  const add = (node: ts.JsxText | ts.StringLiteralLike | TemplatePart, isText: boolean) => {
    if (isText && !ALLOWED.has(node.text))
      found.push(`${file}: ${node.text.replace(/\s+/g, ' ').trim()}`)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true))
  return found
}

/** `{ en: 'Germany', de: 'Deutschland' }`: the labels of a form's options. */
const isInEveryLanguage = (node: ts.Node): boolean =>
  ts.isObjectLiteralExpression(node) &&
  node.properties.map((property) => property.name?.getText()).join() === LOCALES.join()

type TemplatePart = ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail
const isTemplatePart = (node: ts.Node): node is TemplatePart =>
  ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)

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
