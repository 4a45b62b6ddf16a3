import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Merchants replace these files, and with them their lines. */
const THEIRS = ['lib/open-account.ts', 'lib/notify-customer.ts']
const isSource = (path: string) =>
  !/\.test\.tsx?$|^lib\/(testing|prisma-client)\//.test(path) && !THEIRS.includes(path)

/** Events are named where they are logged, or given to a function that logs a failure. */
const EVENT = /(?:\blog\.(?:info|warn|error)\(|\bschedulerRoute\(|\bevent:)\s*'(\w+)'/g

const namesIn = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name)

test('docs/operations.md has each log event once', () => {
  const paths = ['app', 'components', 'lib'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => `${folder}/${path}`),
  )
  const logged = ['proxy.ts', ...paths]
    .filter(isSource)
    .flatMap((path) => namesIn(read(path), EVENT))
  const [, section = ''] = read('docs/operations.md').split('### Log events\n')
  const [table = ''] = section.split('\n#')
  expect(logged.length).toBeGreaterThan(40)
  expect(namesIn(table, /^\| `(\w+)`/gm)).toEqual([...new Set(logged)].toSorted())
})
