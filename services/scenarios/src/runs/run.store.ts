import { type EventRef, type Id, isId } from '@lms/contract'
import {
  column,
  type Follows,
  objectTable,
  type RowIn,
  readDatabaseTime,
  storeOf,
  textArray,
} from '@lms/service-host'
import type { Ends } from '../core/run-state.ts'
import type { Input, Phase, RunState } from '../core/step.ts'
import type { Due } from '../core/times.ts'
import type { RunData } from '../graph/node.ts'
import { scenarioRuns as operations, refusals, runFinished, ScenarioRun } from './run.contract.ts'
import { runLifecycle } from './run.lifecycle.ts'

const runs = objectTable('scenarios.runs', ScenarioRun, {
  archive: { earlier: { columns: { ended_at: 'finished_at' } } },
  list: operations.list,
  hidden: {
    visit: column.integer(),
    phase: column.key<Phase>(),
    /** When it is due: `wall`, or `scenario` for the clock that stands still in a pause. Null at its end. */
    clock: column.key<Due['clock']>().nullable(),
    due_at: column.time().nullable(),
    /** The end of its wait, where it is due before for a look. */
    ends: column.json<Ends>().nullable(),
    /** The type of the event that it waits for. */
    awaits: column.key().nullable(),
    /** The node of the kind exit by which it ends as soon as it walks. */
    leaving: column.key().nullable(),
    /** When it began, by the time of what let the person enter; null of a run from before this was kept. */
    began_at: column.time().nullable(),
    /** Of a test: answers of conditions and rules by node, in place of those of the person. */
    assumed: column.json<Record<string, boolean>>().nullable(),
    /** The event, or the answer of a call, that has come, until the run goes on. */
    arrived: column.json<Extract<Input, { kind: 'event' | 'effect' }>>().nullable(),
    /** Events that came on the way to a wait for them, the oldest first. */
    early: column.json<HeardEvent[]>().nullable(),
    data: column.json<RunData>(),
    /** When it came to its node. */
    came_at: column.time(),
    /** Events from here on end its next wait: since it last waited, or entered. Null of a run from before this was kept. */
    hears_since: column.time().nullable(),
    /** The request to which it is traced, and with it its messages. */
    request_id: column.key().nullable(),
    /** What let the person enter, what ended waits, and what its effects have emitted: its conditions have seen these. */
    causes: column.json<EventRef[]>().nullable(),
    /** Whether its conditions have seen all that is committed about the person: no event let the person in. */
    present: column.boolean().nullable(),
    /** How often the answer that it stands at was put off, because somebody had not seen these yet. */
    put_off: column.integer().nullable(),
  },
  indexes: [
    ['status', 'created_at', 'id'],
    ['scenario_id', 'created_at', 'id'],
    ['user_id', 'created_at', 'id'],
    ['scenario_id', 'user_id', 'created_at'],
    ['request_id'],
  ],
  lifecycle: {
    of: runLifecycle,
    emits: { wait: null, wake: null, finish: runFinished, close: runFinished, fail: runFinished },
    refuses: { finished: refusals.run_over, closed: refusals.run_over, failed: refusals.run_over },
  },
})
export type RunRow = RowIn<typeof runs>
export type HeardEvent = Extract<Input, { kind: 'event' }>

export const isOver = ({ status }: Pick<RunRow, 'status'>): boolean =>
  status !== 'active' && status !== 'waiting'

/** What the run does follows from the request that let its person enter. */
export const causeOf = ({ request_id }: Pick<RunRow, 'request_id'>): { follows?: Follows } =>
  request_id === null ? {} : { follows: { requestId: request_id, causeId: null } }

/** The run as the core walks it. */
export const stateOf = (row: RunRow): RunState => ({
  id: row.id,
  scenario_id: row.scenario_id,
  user_id: row.user_id,
  node: row.node,
  visit: row.visit,
  phase: row.phase,
  due: row.clock === null ? null : { clock: row.clock, at: Date.parse(row.due_at!) },
  ends: row.ends,
  awaits: row.awaits,
  data: row.data,
})

const open = `t.status in ('active', 'waiting')`

export class RunStore extends storeOf(runs) {
  /** Nobody else enters these people into the scenario until the end of the work. */
  async lockEntries(scenarioId: string, userIds: readonly string[]): Promise<void> {
    await this.work.lock(
      `select pg_advisory_xact_lock(hashtextextended(k, 0)) from unnest($1::text[]) k order by k`,
      [textArray(userIds.map(id => `${scenarioId} ${id} of ${this.work.school}`))],
    )
  }

  /** Of these people: whether they are inside, when their last run changed, and their entries since a time. */
  async standings(
    scenarioId: string,
    userIds: readonly string[],
    since: string,
  ): Promise<Map<string, { inside: boolean; last: number | null; entries: number }>> {
    const { rows } = await this.work.lock(
      `select u.id,
         exists (select from "scenarios"."runs" t where t.school_id = $1 and t.scenario_id = $2 and t.user_id = u.id
           and ${open} and not t.test),
         (select max(coalesce(t.finished_at, t.created_at)) from "scenarios"."runs" t where t.school_id = $1
           and t.scenario_id = $2 and t.user_id = u.id and not t.test),
         (select count(*) from (select from "scenarios"."runs" t where t.school_id = $1 and t.user_id = u.id
           and t.created_at > $4::timestamptz and not t.test limit 100) e)
       from unnest($3::text[]) u (id)`,
      [this.work.school, scenarioId, textArray(userIds), since],
    )
    return new Map(
      rows.map(([id, inside, last, entries]) => [
        id!,
        {
          inside: inside === 't',
          last: last === null ? null : Date.parse(readDatabaseTime(last!)),
          entries: Number(entries),
        },
      ]),
    )
  }

  /** Runs that are due by either clock, the earliest first; all, or tests alone. */
  async due(
    scenarioId: string,
    now: { wall: number; scenario: number },
    { most, testsOnly }: { most: number; testsOnly: boolean },
  ): Promise<RunRow[]> {
    const which = testsOnly ? 'and t.test' : ''
    const { rows } = await this.work.read(
      `select * from (
         (${runs.select} and t.scenario_id = $2 and t.clock = 'wall' and t.due_at <= $3::timestamptz ${which}
           order by t.due_at limit $5)
         union all
         (${runs.select} and t.scenario_id = $2 and t.clock = 'scenario' and t.due_at <= $4::timestamptz ${which}
           order by t.due_at limit $5)) due limit $5`,
      [this.work.school, scenarioId, timeOf(now.wall), timeOf(now.scenario), String(most)],
    )
    return rows.map(row => this.read(row))
  }

  /** When the next run besides these is due, in wall time; null if none is. */
  async nextDue(
    scenarioId: string,
    pausedMs: number,
    { besides, testsOnly }: { besides: readonly string[]; testsOnly: boolean },
  ): Promise<number | null> {
    const next = async (clock: Due['clock']) => {
      const { rows } = await this.work.read(
        `select t.due_at from "scenarios"."runs" t where t.school_id = $1 and t.scenario_id = $2 and t.clock = $3
           and t.id <> all($4::text[]) ${testsOnly ? 'and t.test' : ''} order by t.due_at limit 1`,
        [this.work.school, scenarioId, clock, textArray(besides)],
      )
      return rows[0] ? Date.parse(readDatabaseTime(rows[0][0]!)) : null
    }
    const [wall, scenario] = await Promise.all([next('wall'), next('scenario')])
    const times = [...(wall === null ? [] : [wall]), ...(scenario === null ? [] : [scenario + pausedMs])]
    return times.length ? Math.min(...times) : null
  }

  /** These runs, locked in the order of their ids. */
  async lockMany(ids: readonly string[]): Promise<RunRow[]> {
    const { rows } = await this.work.lock(
      `${runs.select} and t.id = any($2::text[]) order by t.id for update`,
      [this.work.school, textArray(ids)],
    )
    return rows.map(row => this.readLocked(row))
  }

  /** The first runs inside a scenario, or of a person, locked in the order of their ids. */
  async lockOpen(of: Id<'scn'> | Id<'usr'>, most: number): Promise<RunRow[]> {
    const column = isId('usr', of) ? 'user_id' : 'scenario_id'
    const { rows } = await this.work.lock(
      `${runs.select} and t.${column} = $2 and ${open} order by t.id limit $3 for update`,
      [this.work.school, of, String(most)],
    )
    return rows.map(row => this.readLocked(row))
  }

  /** The first runs of people inside a scenario, locked; tests are none. */
  async lockInside(scenarioId: string, most: number): Promise<RunRow[]> {
    const { rows } = await this.work.lock(
      `${runs.select} and t.scenario_id = $2 and ${open} and not t.test order by t.id limit $3 for update`,
      [this.work.school, scenarioId, String(most)],
    )
    return rows.map(row => this.readLocked(row))
  }

  /** The runs of these people inside a scenario that nothing ends yet, locked. */
  async lockInsideOf(scenarioId: string, userIds: readonly string[]): Promise<RunRow[]> {
    const { rows } = await this.work.lock(
      `${runs.select} and t.scenario_id = $2 and t.user_id = any($3::text[]) and ${open} and t.leaving is null
       order by t.id for update`,
      [this.work.school, scenarioId, textArray(userIds)],
    )
    return rows.map(row => this.readLocked(row))
  }

  /** The first runs inside a scenario, in the order in which they began. */
  async inside(scenarioId: string, most: number): Promise<RunRow[]> {
    const { rows } = await this.work.read(
      `${runs.select} and t.scenario_id = $2 and ${open} order by t.id limit $3`,
      [this.work.school, scenarioId, String(most)],
    )
    return rows.map(row => this.read(row))
  }

  /**
   * The runs of these people that wait for one of these types of events, or are on their way to a wait, or are inside one of
   * the scenarios that such an event ends, locked. So is one whose wait is over, until it is walked.
   */
  async lockHearing(
    pairs: readonly { user_id: string; type: string }[],
    ending: readonly string[],
  ): Promise<RunRow[]> {
    const { rows } = await this.work.lock(
      `${runs.select} and t.user_id = any($2::text[]) and ${open} and t.leaving is null
         and (t.status = 'active' or t.arrived is not null or t.due_at <= $4::timestamptz or t.scenario_id = any($5::text[])
           or (t.user_id, t.awaits) in (select * from unnest($2::text[], $3::text[])))
       order by t.id for update`,
      [
        this.work.school,
        textArray(pairs.map(({ user_id }) => user_id)),
        textArray(pairs.map(({ type }) => type)),
        this.work.now,
        textArray(ending),
      ],
    )
    return rows.map(row => this.readLocked(row))
  }

  /** Gives all runs of a person that are over to another one. */
  reassign(from: string, into: string): void {
    this.work.write(
      `update "scenarios"."runs" set user_id = $3, version = version + 1, updated_at = $4
       where school_id = $1 and user_id = $2`,
      [this.work.school, from, into, this.work.now],
    )
  }

  /** Erases what the runs of a person know of them. */
  blankOf(userId: string): void {
    this.work.write(
      `update "scenarios"."runs" set data = '{}', arrived = null, early = null, version = version + 1, updated_at = $3
       where school_id = $1 and user_id = $2`,
      [this.work.school, userId, this.work.now],
    )
  }
}

const timeOf = (ms: number) => new Date(ms).toISOString()
