import { column, objectTable, type RowIn, storeOf } from '@lms/service-host'
import type { Graph } from '../graph/node.ts'
import { scenarios as operations } from './scenario.contract.ts'
import { scenarioLifecycle } from './scenario.lifecycle.ts'
import { Scenario, scenarioPublished } from './scenario.object.ts'
import { refusals } from './scenario-refusals.ts'

const scenarios = objectTable('scenarios.scenarios', Scenario, {
  list: operations.list,
  hidden: {
    /** The draft. Events do without it. */
    graph: column.json<Graph>(),
    /** All pauses until now, in milliseconds. */
    paused_ms: column.bigint(),
    /** When people could enter again: events from before are not heard. */
    enabled_at: column.time().nullable(),
    /** When the pause began that ended at `enabled_at`; null if there was none. */
    paused_from: column.time().nullable(),
    /** Of a stopped one: what becomes of people inside. */
    inside_then: column.key<'close' | 'finish'>().nullable(),
  },
  indexes: [['status', 'created_at', 'id']],
  lifecycle: {
    of: scenarioLifecycle,
    emits: { enable: scenarioPublished, pause: scenarioPublished, stop: scenarioPublished },
    refuses: {
      draft: refusals.scenario_not_enabled,
      stopped: refusals.scenario_not_enabled,
      paused: refusals.scenario_paused,
    },
  },
})
export type ScenarioRow = RowIn<typeof scenarios>

/** Whether people inside walk on. Before it is switched on for the first time, those are tests. */
export const walks = ({ status, inside_then }: ScenarioRow): boolean =>
  status === 'enabled' || status === 'draft' || (status === 'stopped' && inside_then === 'finish')

/** Whether it hears events: for those who enter or walk on, or will after a pause. */
export const listens = (row: ScenarioRow): boolean =>
  row.status === 'paused' || (row.status !== 'draft' && walks(row))

export class ScenarioStore extends storeOf(scenarios) {
  /** The scenario, kept in its state until the end of the work; null if there is none. */
  async hold(id: string): Promise<ScenarioRow | null> {
    const { rows } = await this.work.lock(`${scenarios.select} and t.id = $2 for share`, [
      this.work.school,
      id,
    ])
    return rows[0] ? this.read(rows[0]) : null
  }

  /** The first few scenarios that name an object: in the draft, or in a version that people enter or are inside. */
  naming(id: string): Promise<string[]> {
    return this.#having(graph => `position($2 in ${graph}::text) > 0`, [id])
  }

  /** The same of a custom field of people: in a rule or a wait for its date, a node that sets it, or the test of an event. */
  namingField(name: string): Promise<string[]> {
    const texts = [`"custom.${name}"`, `"custom_fields.${name}"`]
    return this.#having(
      graph => `(position($2 in ${graph}::text) > 0 or position($3 in ${graph}::text) > 0
        or jsonb_path_exists(${graph}, '$.nodes[*] ? (@.kind == "field" && @.field == $name)', jsonb_build_object('name', $4::text)))`,
      [...texts, name],
    )
  }

  async #having(condition: (graph: string) => string, values: readonly string[]): Promise<string[]> {
    const { rows } = await this.work.read(
      `select s.id from "scenarios"."scenarios" s where s.school_id = $1 and (${condition('s.graph')}
         or exists (select from "scenarios"."versions" v where v.school_id = $1 and v.scenario_id = s.id
           and ${condition('v.graph')} and (v.number = s.published_version or exists (
             select from "scenarios"."runs" r where r.school_id = $1 and r.scenario_id = s.id
               and r.scenario_version = v.number and r.status in ('active', 'waiting')))))
       order by s.created_at, s.id limit 5`,
      [this.work.school, ...values],
    )
    return rows.map(([scenarioId]) => scenarioId!)
  }
}
