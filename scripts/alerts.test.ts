import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { metrics } from '../lib/runtime/metrics'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const alerts = read('deploy/alerts.yml').split('- alert: ').slice(1)
const nameOf = (alert: string) => /^\w+/.exec(alert)?.[0] ?? ''

test('the runbook has each alert, under the heading that the alert names', () => {
  const sections = read('docs/operations.md').split(/^###? /m)
  expect(alerts.length).toBeGreaterThan(10)
  for (const alert of alerts) {
    const anchor = /runbook: "\{\{ \$externalLabels\.runbook \}\}#(\S+)"/.exec(alert)?.[1]
    const anchorOf = (section: string) => section.split('\n')[0]?.replace(/[^\w]/g, '')
    const section = sections.find((one) => anchorOf(one) === anchor)
    expect(section, `${nameOf(alert)} #${anchor}`).toContain(`_${nameOf(alert)}_`)
  }
})

const METRICS = metrics()
  .registry.getMetricsAsArray()
  .map(({ name }) => name)

test('docs/operations.md explains each metric of our own', () => {
  const explained = Array.from(
    read('docs/operations.md').matchAll(/^### `(\w+)/gm),
    ([, name = '']) => name,
  )
  const own = METRICS.filter((name) => !/^(process|nodejs)_/.test(name))
  expect(explained.toSorted()).toEqual(['process_start_time_seconds', ...own].toSorted())
})

const dashboardSchema = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })),
})

/** The metrics of a query: what is left without labels and functions, if it has an underscore or is `up`. */
const metricsIn = (query: string) =>
  query.replace(/\{.*?\}|\b(by|on) \(.*?\)/g, '').match(/\b(up|[a-z0-9]+(_[a-z0-9]+)+)\b(?!\()/g) ??
  []

test('alerts, dashboard and objectives use only metrics that the app has', () => {
  const known = ['up', ...METRICS.flatMap((name) => [name, `${name}_bucket`, `${name}_count`])]
  const [, objectives = ''] = read('docs/operations.md').split(/### Objectives|## When/)
  const { panels } = dashboardSchema.parse(JSON.parse(read('deploy/dashboard.json')))
  const queries = [
    ...alerts.map((alert) => /expr: (.*)/.exec(alert)?.[1] ?? ''),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...Array.from(objectives.matchAll(/^\|.*\| `(.*)` +\|$/gm), ([, expr = '']) => expr),
  ]
  for (const query of queries) expect(metricsIn(query), query).not.toEqual([])
  expect(queries.flatMap(metricsIn).filter((name) => !known.includes(name))).toEqual([])
})

const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: root, encoding: 'utf8' })

test('the alerts fire in incidents and not in health', ({ skip }) => {
  const tried = read('deploy/alerts.test.yml')
  for (const alert of alerts) expect(tried).toContain(`alertname="${nameOf(alert)}"`)
  if (promtool('--version').error) skip('promtool isn’t installed (Debian’s package prometheus)')
  const { status, stdout, stderr } = promtool('test', 'rules', 'deploy/alerts.test.yml')
  expect(status, stdout + stderr).toBe(0)
})
