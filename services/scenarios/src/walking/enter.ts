// Lets people enter a scenario.
import { type EventRef, type Id, newId, withCauses } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { type Obstacle, obstacleOf } from '../core/entry.ts'
import type { RunData } from '../graph/node.ts'
import type { HeardEvent, RunRow } from '../runs/run.store.ts'
import { walkScenario } from '../runs/walk.task.ts'
import type { ScenarioRow } from '../scenarios/scenario.store.ts'

export interface Entry {
  user_id: Id<'usr'>
  /** The trigger at which the run begins. */
  node: string
  data: RunData
  /** The request from which the entry follows, if the work does more. */
  request_id?: string
  /** When it happened; absent for now. Events count from then on. */
  at?: string
  /** What its conditions must have seen. */
  causes?: readonly EventRef[]
  /** Whether they must have seen all that is committed about the person: no event let them in. */
  present?: boolean
  /** Events that have come since. */
  early?: readonly HeardEvent[]
  /** The node of the kind exit to which one of them leads. */
  leaving?: string | null
  /** Of a test: answers by node, in place of those of the person. */
  assumed?: Record<string, boolean>
}
export type Entered = { run: RunRow } | { obstacle: Obstacle | 'gone' }

const hourMs = 3_600_000

/** Why these people do not enter the scenario now, each; null for those who do. Nobody else enters them meanwhile. */
export async function obstaclesOf(
  userIds: readonly Id<'usr'>[],
  scenario: ScenarioRow,
  now: string,
  { runs }: Stores,
): Promise<Map<string, Obstacle | null>> {
  await runs.lockEntries(scenario.id, userIds)
  const at = Date.parse(now)
  const standings = await runs.standings(scenario.id, userIds, new Date(at - hourMs).toISOString())
  const open = scenario.status === 'enabled' && scenario.published_version !== null
  return new Map(
    [...standings].map(([id, standing]) => [id, obstacleOf({ ...standing, open }, scenario, at)]),
  )
}

/** Lets each of these people enter, once, if nothing is in the way; the scenario is held. Begins with the people, as erasures do. */
export async function enterAll(
  entries: readonly Entry[],
  scenarioId: Id<'scn'>,
  { now, work }: Pick<Work, 'now' | 'work'>,
  stores: Stores,
): Promise<Map<string, Entered>> {
  // Of several entries of a person the first one counts.
  const entriesByUser = new Map(entries.toReversed().map(entry => [entry.user_id, entry]))
  const answers = new Map<string, Entered>()
  const present = await stores.people.holdAll([...entriesByUser.keys()])
  for (const id of entriesByUser.keys()) {
    if (present.has(id)) continue
    answers.set(id, { obstacle: 'gone' })
    entriesByUser.delete(id)
  }
  if (entriesByUser.size === 0) return answers
  const scenario = await stores.scenarios.hold(scenarioId)
  if (!scenario) return answers
  const obstacles = await obstaclesOf([...entriesByUser.keys()], scenario, now, stores)
  const entered = [...entriesByUser.values()].filter(({ user_id }) => {
    const obstacle = obstacles.get(user_id) ?? null
    if (obstacle) answers.set(user_id, { obstacle })
    return obstacle === null
  })
  const newRuns = beginAll(
    entered.map(entry => ({ request_id: work.origin.requestId, ...entry })),
    scenario,
    { now, test: false },
    stores,
  )
  for (const run of newRuns) answers.set(run.user_id, { run })
  if (entered.length) wake(scenario.id, work)
  return answers
}

/** New runs at their triggers; the walk takes them on. */
export function beginAll(
  entries: readonly (Entry & { request_id: string })[],
  { id, published_version }: ScenarioRow,
  { now, test }: { now: string; test: boolean },
  { runs, traces }: Stores,
): RunRow[] {
  const scenario_version = published_version!
  if (!test)
    traces.count(
      id,
      entries.map(({ node }) => ({ scenario_version, node, entered: 1, went: 0, dropped: 0 })),
    )
  return runs.together(() =>
    entries.map(({ user_id, node, data, request_id, at = now, causes = [], early = [], ...more }) =>
      runs.insert({
        ...runs.fresh(newId('run')),
        scenario_id: id,
        scenario_version,
        user_id,
        status: 'active',
        node,
        reason: null,
        test,
        finished_at: null,
        visit: 0,
        phase: 'ready',
        clock: 'wall',
        due_at: now,
        ends: null,
        awaits: null,
        leaving: more.leaving ?? null,
        began_at: at,
        assumed: more.assumed ?? null,
        arrived: null,
        early: early.length ? [...early] : null,
        data,
        came_at: now,
        hears_since: at,
        request_id,
        causes: causes.length ? withCauses([], causes) : null,
        put_off: null,
        present: more.present ?? null,
      }),
    ),
  )
}

/** Has the due runs of a scenario walked on after the commit. */
export const wake = (scenario_id: Id<'scn'>, work: Work['work']): void =>
  void enqueue(work, walkScenario, { scenario_id }, { key: scenario_id })
