// The metrics in the alerts and the dashboard exist, and each alert has a runbook. promtool checks the rest.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from './settings.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const alerts = read('deploy/alerts.yml')
const dashboard = z
  .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
  .parse(JSON.parse(read('deploy/dashboard.json')))
const expressions = [
  ...[...alerts.matchAll(/^ +expr: (.*)$/gm)].map(([, expression = '']) => expression),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]

test('every metric and label in the alerts and the dashboard exists', () => {
  const labelsOf = new Map(
    [...read('lib/metrics.ts').matchAll(/name: '(\w+)'[\s\S]*?registers/g)].map(([text, name]) => [
      name,
      [...(/labelNames: \[(.*)\]/.exec(text)?.[1] ?? '').matchAll(/\w+/g)].map(([label]) => label),
    ]),
  )
  expect(expressions.length).toBeGreaterThan(15)
  for (const expression of expressions) {
    const used = [
      ...expression.matchAll(/([a-z]+_\w+?)(?:_bucket|_count)?(?:\{(\w+)!?=[^}]*\}|(?=[[)]))/g),
    ].filter(([, name]) => name !== 'histogram_quantile')
    expect(used.length, expression).toBeGreaterThan(0)
    const grouped = /\bby \(([^)]*)\)/.exec(expression)?.[1]?.split(', ') ?? []
    for (const [, name = '', matched] of used) {
      const labels = labelsOf.get(name)
      expect(labels, `${name} in ${expression}`).toBeDefined()
      // Prometheus adds the instance and the bucket.
      expect([...(labels ?? []), 'instance', 'le'], expression).toEqual(
        expect.arrayContaining(matched === undefined ? grouped : [...grouped, matched]),
      )
    }
  }
})

test('every alert links to a runbook that exists', () => {
  const operations = read('docs/operations.md')
  const anchors = [...operations.matchAll(/^### `(.*)`$/gm)].map(([, heading = '']) =>
    heading.replace(/[^\w]/g, ''),
  )
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const runbooks = [...alerts.matchAll(/runbook: docs\/operations\.md#(\w+)/g)]
  expect(runbooks).toHaveLength(names.length)
  for (const [, anchor] of runbooks) expect(anchors).toContain(anchor)
  for (const name of names) expect(operations).toContain(`_${name}_: `)
})

test.skipIf(!existsSync('/usr/bin/promtool'))('each alert fires only on its symptom', () => {
  execFileSync('promtool', ['check', 'rules', 'deploy/alerts.yml'], { cwd: ROOT })
  execFileSync('promtool', ['test', 'rules', 'deploy/alerts.test.yml'], { cwd: ROOT })
})
