import { type Id, newId } from '@lms/contract'
import { insertRows, readDatabaseTime, table, textArray, type UnitOfWork } from '@lms/service-host'
import { effects, type PassedNode } from '../core/step.ts'
import type { TraceItem } from './run.contract.ts'
import type { RunRow } from './run.store.ts'
import { TraceEntity } from './trace.entity.ts'
import type { TracedEffect } from './traced-effect.contract.ts'

/** Maximum nodes of a trace that is shown. */
const maxSteps = 2000

/** Names the effect of a visit: the same at each try, and at no other visit. */
export const effectKey = ({ id }: { id: string }, visit: number): string => `scn:${id}:${visit}`

const { shape } = table(TraceEntity)

/** The nodes that a run has left, and the request to which they are traced, unless it is that of the work. */
export interface Passed {
  run: Pick<RunRow, 'id' | 'came_at'>
  passedNodes: readonly PassedNode[]
  requestId?: string | undefined
}

export interface NodeCount {
  scenario_version: number
  node: string
  entered: number
  went: number
  dropped: number
  /** At a trigger: who did not enter. */
  refused?: number
}

/** What runs have passed, and how many were where. */
export class TraceStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** Adds the nodes that runs have left. Those behind the first of a run were entered and left at once. */
  add(passed: readonly Passed[]): void {
    const { school, now, origin } = this.#work
    const steps = passed.flatMap(({ run, passedNodes, requestId }) =>
      passedNodes.map(({ node, kind, visit, exit, outcome, reason, ids }, index) => ({
        ...{ school_id: school, id: newId('rst'), run_id: run.id, place: visit, node, kind },
        ...{ entered_at: index === 0 ? run.came_at : now, left_at: now },
        ...{ exit, outcome, reason: reason?.slice(0, 500) ?? null, ids },
        effect_key: effects.has(kind) ? effectKey(run, visit) : null,
        request_id: requestId ?? origin.requestId,
      })),
    )
    if (steps.length) this.#work.writeStep(insertRows(shape, steps))
  }

  /** The trace of a run in its order; the node where an open run is comes last. */
  async of(run: RunRow, isOpen: boolean): Promise<TraceItem[]> {
    const { rows } = await this.#work.read(
      `select place, node, kind, entered_at, left_at, exit, outcome, reason, effect_key, ids, request_id
       from "scenarios"."run_steps" where school_id = $1 and run_id = $2 and id > $3 order by place limit ${maxSteps}`,
      // No step is older than its run: partitions from before are left out.
      [this.#work.school, run.id, run.id.replace(/^run/, 'rst').slice(0, 14)],
    )
    const items = rows.map(
      ([position, node, kind, entered, leftAt, exit, outcome, reason, key, ids, request]) => ({
        id: placeText(Number(position)),
        node: node!,
        kind: kind!,
        entered_at: readDatabaseTime(entered!),
        left_at: readDatabaseTime(leftAt!),
        exit: exit!,
        outcome: outcome!,
        reason: reason!,
        effect_key: key!,
        ids: JSON.parse(ids!) as string[],
        request_id: request!,
      }),
    )
    if (!isOpen) return items
    const here = { exit: null, outcome: null, reason: null, effect_key: null, ids: [], request_id: null }
    const { node, visit, phase, came_at } = run
    return [
      ...items,
      { ...here, id: placeText(visit), node, kind: phase, entered_at: came_at, left_at: null },
    ]
  }

  /** The effects of the runs that these requests have let enter, in their order. */
  async effectsOf(requestIds: readonly string[], most: number): Promise<TracedEffect[]> {
    const { rows } = await this.#work.read(
      `select r.id, r.scenario_id, r.user_id, s.node, s.kind, s.outcome, s.reason, s.effect_key, s.ids, s.left_at
       from "scenarios"."runs" r join "scenarios"."run_steps" s on s.school_id = r.school_id and s.run_id = r.id
       where r.school_id = $1 and r.request_id = any($2::text[]) and s.effect_key is not null
       order by r.id, s.place limit $3`,
      [this.#work.school, textArray(requestIds), String(most)],
    )
    return rows.map(([run, scenario, person, node, kind, outcome, reason, key, ids, at]) => ({
      run_id: run as Id<'run'>,
      scenario_id: scenario as Id<'scn'>,
      user_id: person as Id<'usr'>,
      node: node!,
      kind: kind!,
      outcome: outcome!,
      reason: reason!,
      effect_key: key!,
      ids: JSON.parse(ids!) as string[],
      at: readDatabaseTime(at!),
    }))
  }

  /** Adds to the counts of nodes; in one order, so that two works do not deadlock. */
  count(scenarioId: string, changes: readonly NodeCount[]): void {
    const sums = new Map<string, NodeCount>()
    for (const change of changes) {
      const key = `${change.scenario_version} ${change.node}`
      const { entered = 0, went = 0, dropped = 0, refused = 0 } = sums.get(key) ?? {}
      sums.set(key, {
        ...change,
        entered: entered + change.entered,
        went: went + change.went,
        dropped: dropped + change.dropped,
        refused: refused + (change.refused ?? 0),
      })
    }
    const rows = [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
    if (rows.length === 0) return
    const list = (read: (row: NodeCount) => string | number) => textArray(rows.map(row => String(read(row))))
    this.#work.write(
      `insert into "scenarios"."node_counts" as c (school_id, scenario_id, scenario_version, node, entered, went, dropped,
         refused)
       select $1, $2, n.version::int, n.node, n.entered::bigint, n.went::bigint, n.dropped::bigint, n.refused::bigint
       from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
         n (version, node, entered, went, dropped, refused)
       on conflict (school_id, scenario_id, scenario_version, node) do update set
         entered = c.entered + excluded.entered, went = c.went + excluded.went, dropped = c.dropped + excluded.dropped,
         refused = c.refused + excluded.refused`,
      [
        this.#work.school,
        scenarioId,
        list(row => row.scenario_version),
        list(row => row.node),
        list(row => row.entered),
        list(row => row.went),
        list(row => row.dropped),
        list(row => row.refused ?? 0),
      ],
    )
  }

  /** The number of people inside a scenario; with a version, of those in older ones. Tests do not count. */
  async inside(scenarioId: string, olderThan: number | null = null): Promise<number> {
    const { rows } = await this.#work.read(
      `select coalesce(sum(entered - went - dropped), 0) from "scenarios"."node_counts"
       where school_id = $1 and scenario_id = $2 and ($3::int is null or scenario_version < $3::int)`,
      [this.#work.school, scenarioId, olderThan === null ? null : String(olderThan)],
    )
    return Number(rows[0]![0])
  }

  /** The counts of a scenario, the newest versions first, up to a maximum of rows. */
  async counts(scenarioId: string, most: number): Promise<Required<NodeCount>[]> {
    const { rows } = await this.#work.read(
      `select scenario_version, node, entered, went, dropped, refused from "scenarios"."node_counts"
       where school_id = $1 and scenario_id = $2 order by scenario_version desc, node limit $3`,
      [this.#work.school, scenarioId, String(most)],
    )
    return rows.map(([version, node, entered, went, dropped, refused]) => ({
      scenario_version: Number(version),
      node: node!,
      entered: Number(entered),
      went: Number(went),
      dropped: Number(dropped),
      refused: Number(refused),
    }))
  }

  /** Forgets the counts of a scenario. */
  forget(scenarioId: string): void {
    this.#work.write(`delete from "scenarios"."node_counts" where school_id = $1 and scenario_id = $2`, [
      this.#work.school,
      scenarioId,
    ])
  }
}

const placeText = (position: number) => String(position).padStart(8, '0')
