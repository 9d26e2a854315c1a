import type { Id } from '@lms/contract'
import {
  column,
  type Listened,
  type Runtime,
  readDatabaseTime,
  step,
  tenantEntity,
  textArray,
  type UnitOfWork,
} from '@lms/service-host'
import { asksIn } from '../graph/asks.ts'
import { listenedIn } from '../graph/graph.ts'
import type { Graph } from '../graph/node.ts'

/** What was published: versions never change. */
export const VersionEntity = tenantEntity(
  'scenarios',
  'versions',
  {
    scenario_id: column.id<'scn'>().primary(),
    number: column.integer().primary(),
    graph: column.json<Graph>(),
    published_at: column.time(),
  },
  { archive: 'rows' },
)

/** The types of events that published versions begin with or wait for. */
export const ListenerEntity = tenantEntity(
  'scenarios',
  'listeners',
  {
    type: column.key().primary(),
    scenario_id: column.id<'scn'>().primary(),
    /** Whether people enter or walk on, now or after a pause. */
    active: column.boolean(),
  },
  { archive: 'rows' },
)

/** Listeners to entries into segments (`entriesInto`), by a range that an index serves. */
const ofSegments = `type >= 'segment:' and type < 'segment;'`

/** People who were moved to a newer version. */
export interface Moved {
  moves: { before: number; node: string; count: number }[]
  last: Id<'run'> | null
}

export class VersionStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** Adds a version, and listens to its events: at once where people enter or walk on. */
  publish(scenarioId: string, number: number, graph: Graph, active: boolean): void {
    const { school, now } = this.#work
    this.#work.write(
      `insert into "scenarios"."versions" (school_id, scenario_id, number, graph, published_at)
       values ($1, $2, $3, $4, $5)`,
      [school, scenarioId, String(number), JSON.stringify(graph), now],
    )
    // People enter the newest version only, so that the segments of earlier ones are nobody's beginning any more.
    this.#work.write(
      `delete from "scenarios"."listeners" where school_id = $1 and scenario_id = $2
         and ${ofSegments}`,
      [school, scenarioId],
    )
    const types = listenedIn(graph)
    if (types.length === 0) return
    this.#work.write(
      `insert into "scenarios"."listeners" (school_id, type, scenario_id, active)
       select $1, t, $2, $4 from unnest($3::text[]) t order by t on conflict do nothing`,
      [school, scenarioId, textArray(types), String(active)],
    )
  }

  /** Listens to the events of a scenario, or does not any more. */
  listen(scenarioId: string, active: boolean): void {
    this.#work.write(
      `update "scenarios"."listeners" set active = $3 where school_id = $1 and scenario_id = $2 and active <> $3`,
      [this.#work.school, scenarioId, String(active)],
    )
  }

  /** The graphs of versions of a scenario, by number. */
  async graphs(scenarioId: string, numbers: readonly number[]): Promise<Map<number, Graph>> {
    if (numbers.length === 0) return new Map()
    const { rows } = await this.#work.read(
      `select number, graph from "scenarios"."versions"
       where school_id = $1 and scenario_id = $2 and number = any($3::int[])`,
      [this.#work.school, scenarioId, textArray([...new Set(numbers)].map(String))],
    )
    return new Map(rows.map(([number, graph]) => [Number(number), JSON.parse(graph!) as Graph]))
  }

  /** The versions of a scenario, the newest first. */
  async list(scenarioId: string, most: number): Promise<{ number: number; published_at: string }[]> {
    const { rows } = await this.#work.read(
      `select number, published_at from "scenarios"."versions"
       where school_id = $1 and scenario_id = $2 order by number desc limit $3`,
      [this.#work.school, scenarioId, String(most)],
    )
    return rows.map(([number, at]) => ({ number: Number(number), published_at: readDatabaseTime(at!) }))
  }

  /** The scenarios that listen to these types. */
  async heard(types: readonly string[]): Promise<Map<string, string[]>> {
    const { rows } = await this.#work.read(
      `select type, scenario_id from "scenarios"."listeners"
       where school_id = $1 and type = any($2::text[]) and active order by type, scenario_id`,
      [this.#work.school, textArray(types)],
    )
    const idsByType = new Map<string, string[]>()
    for (const [type, id] of rows) idsByType.set(type!, [...(idsByType.get(type!) ?? []), id!])
    return idsByType
  }

  /** The segments whose entries let people enter now, or are counted in a pause. */
  async heardSegments(most: number): Promise<Id<'seg'>[]> {
    const { rows } = await this.#work.read(
      `select distinct substr(type, 9) from "scenarios"."listeners"
       where school_id = $1 and ${ofSegments} and active order by 1 limit $2`,
      [this.#work.school, String(most)],
    )
    return rows.map(([id]) => id as Id<'seg'>)
  }

  /**
   * Moves the next people in older versions, in the order of their runs, to a newer one: those at a node that it has, of the
   * same kind. Says how many, by version and node, and the last run that was looked at; null where there are no others.
   */
  async moveInside(
    scenarioId: string,
    number: number,
    graph: Graph,
    after: string,
    most: number,
  ): Promise<Moved> {
    const { school, now } = this.#work
    const page = await this.#work.lock(
      `select r.id from "scenarios"."runs" r where r.school_id = $1 and r.scenario_id = $2 and r.scenario_version < $3::int
         and r.status in ('active', 'waiting') and r.id > $4 order by r.id limit $5 for update`,
      [school, scenarioId, String(number), after, String(most)],
    )
    const ids = page.rows.map(([id]) => id!)
    const waits = new Map(asksIn(graph, 'event').map(({ id, ask }) => [id, ask.type]))
    const { rows } = await this.#work.lock(
      `with new as (select * from unnest($4::text[], $5::text[], $6::text[]) n (node, kind, awaits)),
       inside as (
         select r.id, r.node, r.scenario_version as before, r.test, new.awaits from "scenarios"."runs" r
         join "scenarios"."versions" v on v.school_id = r.school_id and v.scenario_id = r.scenario_id
           and v.number = r.scenario_version
         join new on new.node = r.node and exists (
           select from jsonb_array_elements(v.graph -> 'nodes') o
           where o ->> 'id' = new.node and o ->> 'kind' = new.kind)
         where r.school_id = $1 and r.scenario_id = $2 and r.id = any($8::text[])),
       moved as (
         update "scenarios"."runs" r set scenario_version = $3::int, version = r.version + 1, updated_at = $7::timestamptz,
           awaits = case when r.awaits is null then null else coalesce(nullif(inside.awaits, ''), r.awaits) end
         from inside where r.school_id = $1 and r.id = inside.id returning r.id)
       select inside.before, inside.node, count(*) from inside join moved using (id) where not inside.test
       group by 1, 2 order by 1, 2`,
      [
        school,
        scenarioId,
        String(number),
        textArray(graph.nodes.map(({ id }) => id)),
        textArray(graph.nodes.map(({ kind }) => kind)),
        textArray(graph.nodes.map(({ id }) => waits.get(id) ?? '')),
        now,
        textArray(ids),
      ],
    )
    const moves = rows.map(([before, node, count]) => ({
      before: Number(before),
      node: node!,
      count: Number(count),
    }))
    return { moves, last: ids.length === most ? (ids.at(-1) as Id<'run'>) : null }
  }

  /** Graphs of archives from before tests had paths name a value by `name`. */
  withPaths(): void {
    for (const name of ['versions', 'scenarios'])
      this.#work.write(
        `update "scenarios"."${name}" set graph = "scenarios".graph_with_paths(graph) where school_id = $1`,
        [this.#work.school],
      )
  }

  /** Forgets what a scenario has published. */
  forget(scenarioId: string): void {
    for (const name of ['versions', 'listeners'])
      this.#work.write(`delete from "scenarios"."${name}" where school_id = $1 and scenario_id = $2`, [
        this.#work.school,
        scenarioId,
      ])
  }
}

/** Of these types in these schools, those to which a scenario listens. */
export async function listenedTo(
  candidates: readonly Listened[],
  { system }: Pick<Runtime, 'system'>,
): Promise<Listened[]> {
  const rows = await system.rows(
    step(
      `select a.school_id, a.type from unnest($1::text[], $2::text[]) a (school_id, type)
       where exists (select from "scenarios"."listeners" l
         where l.school_id = a.school_id and l.type = a.type and l.active)`,
      [
        textArray(candidates.map(({ school_id }) => school_id)),
        textArray(candidates.map(({ type }) => type)),
      ],
    ),
  )
  return rows.map(([school_id, type]) => ({ school_id: school_id!, type: type! }))
}
