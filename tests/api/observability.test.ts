import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Counter, Histogram } from 'prom-client'
import { beforeAll, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { scrapeText } from '../support/metrics.ts'
import { testApi } from '../support/test-api.ts'

/** The dashboard and the alerts name metrics and labels that `/metrics` has, and every metric of ours is on a panel. */
const api = testApi()
const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const alertFile = parseDocument(read('docs/observability/alerts.yaml'))
const rules = (alertFile.toJS() as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(read('docs/observability/dashboard.json')) as { panels: Panel[] }
const shown = dashboard.panels.flatMap((panel) => panel.targets?.map((it) => it.expr) ?? [])
const alerted = rules.map((rule) => rule.expr)

type Rule = { alert: string; expr: string; for: string; labels: { severity: string }; annotations: { summary: string } }
type Panel = { id: number; title: string; targets?: { expr: string }[] }

/** Names that may stand in an expression, each with the labels of its metric. */
const known = new Map<string, readonly string[]>()
let ours: string[] = []
beforeAll(async () => {
  const text = await scrapeText(api.ctx)
  const { metrics } = api.ctx
  const labelsOf = (name: string) =>
    (metrics.registry.getSingleMetric(name) as { labelNames?: string[] } | undefined)?.labelNames ?? []
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm))
    for (const suffix of type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''])
      known.set(`${name}${suffix}`, [...labelsOf(name), ...(suffix === '_bucket' ? ['le'] : [])])
  ours = metrics.registry.getMetricsAsArray().map(({ name }) => name)
})

const namesIn = (expression: string) => expression.match(/\b(?:fanfare|nodejs|process)_\w+/g) ?? []

it('names only metrics that exist, with labels that they have', () => {
  const missing = [...shown, ...alerted].flatMap((expression) => [
    ...namesIn(expression).filter((name) => !known.has(name)),
    ...[...expression.matchAll(/\b(fanfare_\w+)\{([^}]*)\}/g)].flatMap(([, name = '', matchers = '']) =>
      [...matchers.matchAll(/(\w+)\s*[=!]/g)]
        .map(([, label]) => label ?? '')
        .filter((it) => !known.get(name)?.includes(it)),
    ),
    ...[...expression.matchAll(/by \(([^)]*)\)/g)]
      .flatMap(([, labels = '']) => labels.split(/,\s*/))
      .filter((label) => label !== 'instance' && !namesIn(expression).some((name) => known.get(name)?.includes(label))),
  ])
  expect(missing).toEqual([])
  expect([shown.length > 40, alerted.length > 15]).toEqual([true, true])
})

it('shows every metric of ours on a panel', () => {
  const used = new Set(shown.flatMap(namesIn).map((name) => name.replace(/_(?:bucket|sum|count)$/, '')))
  expect(ours.filter((name) => !used.has(name))).toEqual([])
  const ids = dashboard.panels.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

it('has alerts in YAML without an error, each with a line in docs/operations.md', () => {
  expect([...alertFile.errors, ...alertFile.warnings]).toEqual([])
  const section = /### Alerts\n(.*?)\n##/s.exec(read('docs/operations.md'))?.[1] ?? ''
  const lines = [...section.matchAll(/^\| `(\w+)` \| [^|]+ \| [^|]+ \|$/gm)].map(([, name]) => name)
  expect(lines).toEqual(rules.map((rule) => rule.alert))
  for (const rule of rules) {
    expect(rule).toMatchObject({
      for: expect.stringMatching(/^\d+[mh]$/),
      annotations: { summary: expect.any(String) },
    })
    expect(['critical', 'warning']).toContain(rule.labels.severity)
  }
})

it('has metrics named by the conventions of Prometheus', () => {
  for (const metric of api.ctx.metrics.registry.getMetricsAsArray() as object[]) {
    const { name } = metric as { name: string }
    expect(name).toMatch(/^fanfare_[a-z_]+$/)
    expect([name, name.endsWith('_total')]).toEqual([name, metric instanceof Counter])
    if (metric instanceof Histogram) expect(name).toMatch(/_seconds$/)
  }
})
