// Statements as a service sends them, and Postgres's plans for them.
import type { Step } from '@lms/service-host'
import pg from 'pg'
import { randomHex } from './random.ts'
import type { TestSystem } from './system.ts'

/** A node of an executed plan, as in EXPLAIN (ANALYZE, FORMAT JSON). */
export interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}
export type PlanMode = 'force_custom_plan' | 'force_generic_plan'
export const planModes: PlanMode[] = ['force_custom_plan', 'force_generic_plan']

/** A connection of the role of a service: plans of its statements have its row security in them. */
export async function connectAs(system: TestSystem, service: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: system.configs[service]!.databaseUrl })
  await client.connect()
  return client
}

/** A plan and all nodes below it. */
export const planNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(planNodes)]

const removedRows = (node: Plan) =>
  (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)

/** The rows that a plan reads, kept or not: those of its leaves, and those that any node removes. */
export const rowsRead = (plan: Plan): number =>
  planNodes(plan)
    .map(node => ((node.Plans?.length ? 0 : node['Actual Rows']) + removedRows(node)) * node['Actual Loops'])
    .reduce((sum, rows) => sum + rows, 0)

/** The most rows that a single node of a plan reads, kept or not. */
export const maxRowsRead = (plan: Plan): number =>
  Math.max(...planNodes(plan).map(node => (node['Actual Rows'] + removedRows(node)) * node['Actual Loops']))

/** The statements of lists that a service sends while `call` runs. */
export async function listSteps(
  system: TestSystem,
  service: string,
  call: () => Promise<unknown>,
): Promise<Step[]> {
  const { database } = system.services[service]!.runtime
  const steps: Step[] = []
  const databaseOf = database.of.bind(database)
  database.of = school => {
    const schoolDatabase = databaseOf(school)
    const run = schoolDatabase.run.bind(schoolDatabase)
    schoolDatabase.run = sent => {
      steps.push(...sent)
      return run(sent)
    }
    return schoolDatabase
  }
  try {
    await call()
  } finally {
    database.of = databaseOf
  }
  return steps.filter(({ statement }) => / order by .* limit /.test(statement.text))
}

/** Runs a statement as a service prepares it, within a school if one is given, and returns its plan; rolls back. */
export async function planOf(
  client: pg.Client,
  { text, values }: { text: string; values: readonly (string | null)[] },
  { mode, school, after }: { mode: PlanMode; school?: string; after?: Step },
): Promise<Plan> {
  const name = `p_${randomHex(12)}`
  await client.query('begin')
  try {
    await client.query(`set local plan_cache_mode = ${mode}`)
    if (school) await client.query(`select set_config('app.school_id', $1, true)`, [school])
    if (after) await client.query(after.statement.text, [...after.values])
    await client.query(`prepare ${name} as ${text}`)
    const parameters = values.map(value => (value === null ? 'null' : pg.escapeLiteral(value))).join(', ')
    const run = values.length ? `${name}(${parameters})` : name
    const { rows } = await client.query(`explain (analyze, format json) execute ${run}`)
    return rows[0]['QUERY PLAN'][0].Plan
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}
