// Every relative link in a Markdown file leads to a file of the repository.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))

test('every relative link in a document leads to a file', () => {
  const broken = documents.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\]\(([^)\s#]+)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => !existsSync(join(root, dirname(file), link)))
      .map((link) => `${file}: ${link}`),
  )
  expect(documents).toContain('README.md')
  expect(broken).toEqual([])
})
