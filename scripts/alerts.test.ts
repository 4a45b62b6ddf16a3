import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the runbook has each alert, under the heading that the alert names', () => {
  const alerts = read('deploy/alerts.yml').split('- alert: ').slice(1)
  const sections = read('docs/operations.md').split(/^###? /m)
  expect(alerts.length).toBeGreaterThan(10)
  for (const alert of alerts) {
    const name = /^\w+/.exec(alert)?.[0]
    const anchor = /runbook: docs\/operations\.md#(\S+)/.exec(alert)?.[1]
    const anchorOf = (section: string) => section.split('\n')[0]?.replace(/[^\w]/g, '')
    const section = sections.find((one) => anchorOf(one) === anchor)
    expect(section, `${name} #${anchor}`).toContain(`_${name}_`)
  }
})

const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: root, encoding: 'utf8' })

test('the alerts fire in incidents and not in health', ({ skip }) => {
  if (promtool('--version').error) skip('promtool isn’t installed (Debian’s package prometheus)')
  const { status, stdout, stderr } = promtool('test', 'rules', 'deploy/alerts.test.yml')
  expect(status, stdout + stderr).toBe(0)
})
