// What deploy/observe says of metrics and alerts is there: without Prometheus, which `npm run alerts` needs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serviceNames, services } from '@lms/cli'
import { metricsText } from '@lms/cli/backup'
import { gatewayMetrics } from '@lms/gateway/metrics'
import { type Metric, metricsDeclaredBy } from '@lms/service-host'
import { root } from '../architecture/sources.ts'
import { expressions, metricsIn, readYaml, rules } from './observe-files.ts'

const loaded = await Promise.all(services.map(({ load }) => load()))
const declared: Metric[] = [...gatewayMetrics, ...loaded.flatMap(metricsDeclaredBy)]
const shown = new Map(
  declared.flatMap(metric =>
    (metric.kind === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']).map(
      suffix => [`${metric.name}${suffix}`, metric] as const,
    ),
  ),
)

test('names of metrics are those of Prometheus, end in their unit, and mean one thing', () => {
  for (const { name, kind, unit, help, labels } of declared) {
    expect(name).toMatch(/^(lms|process)_[a-z_]+$/)
    expect({ name, isTotal: name.endsWith('_total') }).toEqual({ name, isTotal: kind === 'counter' })
    if (unit) expect(name.replace(/_total$/, '').endsWith(`_${unit}`)).toBe(true)
    expect(help).toMatch(/\.$/)
    for (const label of labels) expect(label).not.toMatch(/school|user|person|domain|host|email|_id$/)
  }
  const byName = Map.groupBy(declared, ({ name }) => name)
  for (const same of byName.values()) expect(new Set(same).size).toBe(1)
})

/** Those that `lms backup check` writes. */
const ofBackup = `\n${metricsText({ problems: [], age: 0, archiveAge: 0 })}`

const used = [...rules().map(({ alert, expr }) => ({ where: alert, expr })), ...expressions()]

test.each(used)('every metric of $where is declared', ({ expr }) => {
  expect(metricsIn(expr).filter(name => !shown.has(name) && !ofBackup.includes(`\n${name} `))).toEqual([])
})

test.each(rules())(
  '$alert says how urgent it is, and the runbook what to do',
  ({ alert, labels, annotations }) => {
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(annotations.summary).toMatch(/\.$/)
    const runbook = readFileSync(join(root, 'docs/runbooks/alerts.md'), 'utf8')
    expect(runbook).toContain(`\n## ${alert}\n`)
  },
)

test('the runbook has no alert that is not there, and every alert has a case for promtool', () => {
  const runbook = readFileSync(join(root, 'docs/runbooks/alerts.md'), 'utf8')
  const sections = [...runbook.matchAll(/^## (.*)$/gm)].map(([, name]) => name)
  const names = rules().map(({ alert }) => alert)
  expect(sections.toSorted()).toEqual(names.toSorted())
  const cases = readYaml<{ tests: { alert_rule_test: { alertname: string }[] }[] }>('alerts.test.yml')
  const tested = cases.tests.flatMap(each => each.alert_rule_test.map(({ alertname }) => alertname))
  expect(names.filter(name => !tested.includes(name))).toEqual([])
})

test('Prometheus reads every process of Compose, and alerts go somewhere', () => {
  const [group] = JSON.parse(readFileSync(join(root, 'deploy/observe/targets.json'), 'utf8'))
  expect(group.targets).toEqual([...serviceNames.map(name => `${name}:8000`), 'gateway:8001'])
  const { scrape_configs, rule_files } = readYaml<any>('prometheus.yml')
  expect(rule_files).toEqual(['alerts.yml'])
  expect(scrape_configs[0]).toMatchObject({ job_name: 'lms', file_sd_configs: [{ files: ['targets.json'] }] })
  const { route, receivers } = readYaml<any>('alertmanager.yml')
  const names = receivers.map(({ name }: { name: string }) => name)
  expect(names).toEqual(
    expect.arrayContaining([route.receiver, ...route.routes.map((each: any) => each.receiver)]),
  )
})
