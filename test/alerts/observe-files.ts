// The files of deploy/observe, read for tests.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../architecture/sources.ts'

const { safeLoad } = createRequire(import.meta.url)('js-yaml') as { safeLoad(text: string): unknown }

export const folder = join(root, 'deploy/observe')
export const readYaml = <T>(name: string): T => safeLoad(readFileSync(join(folder, name), 'utf8')) as T

export interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

export const rules = (): Rule[] =>
  readYaml<{ groups: { rules: Rule[] }[] }>('alerts.yml').groups.flatMap(group => group.rules)

/** The expressions of a dashboard, with its title and that of their panel. */
export interface Expression {
  readonly where: string
  readonly expr: string
}

export const expressions = (): Expression[] =>
  readdirSync(join(folder, 'dashboards')).flatMap(name => {
    const dashboard: { title: string; panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
      readFileSync(join(folder, 'dashboards', name), 'utf8'),
    )
    return dashboard.panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({ where: `${dashboard.title}: ${title}`, expr })),
    )
  })

/** Metrics of other programs: their exporters, Prometheus itself. */
const foreign = /^(node|pg|probe)_|^up$/
const functions = new Set(
  `sum max min avg absent rate increase topk histogram_quantile label_replace time by on and or unless offset without group_left`.split(
    ' ',
  ),
)

/** The names of metrics in an expression, without those of other programs. */
export function metricsIn(expr: string): string[] {
  const bare = expr
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|on|without)\s*\([^)]*\)/g, '')
  const names = [...bare.matchAll(/(?<![\w.])[a-z_:][a-z0-9_:]*/g)].map(([name]) => name)
  return [...new Set(names)].filter(name => !functions.has(name) && !foreign.test(name) && !/^\d/.test(name))
}
