// Checks every relative link in Markdown: the file must exist in the repository, and have the heading.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))

/** The anchors of a file's headings, in GitHub's spelling. */
const anchorsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every relative link in a document leads to an existing file and heading', () => {
  const broken = documents.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\]\(([^)\s]+)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [path = '', anchor] = link.split('#')
        const target = path ? join(root, dirname(file), path) : join(root, file)
        return !existsSync(target) || (anchor && !anchorsOf(target).includes(anchor))
      })
      .map((link) => `${file}: ${link}`),
  )
  expect(documents).toContain('README.md')
  expect(broken).toEqual([])
})
