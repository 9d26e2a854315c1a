import type { EventRef, Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { exitBy } from '../core/step.ts'
import { nodesOf } from '../graph/graph.ts'
import type { NodeOf, RunData } from '../graph/node.ts'
import { type Entered, enterAll } from '../walking/enter.ts'
import { type Heard, isAwaited, maxEarly, waitingEvent } from './awaited-events.ts'

/** What lets a person enter: an event, or their entry into a segment. */
export interface Signal {
  user_id: Id<'usr'>
  at: string
  causes?: readonly EventRef[]
  /** Events about the person that come behind it. */
  later?: readonly Heard[]
  /** The request from which it follows, if the work does more. */
  request_id?: string
  /** What a run keeps of it. */
  data: RunData
  /** Whether the trigger begins with it. */
  begins: (trigger: NodeOf<'trigger'>) => boolean
}

/** People enter whose signals a trigger of the published version begins with. Who does not is counted. */
export async function letEnter(
  scenarioId: Id<'scn'>,
  signals: readonly Signal[],
  ctx: Pick<Work, 'now' | 'work'>,
  stores: Stores,
): Promise<void> {
  const scenario = await stores.scenarios.find(scenarioId)
  if (!scenario || scenario.published_version === null || scenario.enabled_at === null) return
  if (scenario.status !== 'enabled' && scenario.status !== 'paused') return
  const { published_version: scenario_version, enabled_at, paused_from } = scenario
  const graph = (await stores.versions.graphs(scenarioId, [scenario_version])).get(scenario_version)!
  const triggers = nodesOf(graph, 'trigger')
  const entries = signals.flatMap(({ begins, later = [], ...signal }) => {
    const trigger = triggers.find(begins)
    if (!trigger) return []
    const { data } = signal
    const since = later.map(event => waitingEvent(graph, event))
    const leaving = since.flatMap(({ type, fields }) => exitBy(graph, type, fields, data) ?? [])[0] ?? null
    const early = since.filter(event => isAwaited(graph, event, data)).slice(0, maxEarly)
    return [{ ...signal, node: trigger.id, early, leaving }]
  })
  // A signal of a pause, or from before, is none to begin with, also when it comes late; those of a pause are counted.
  const recent = entries.filter(entry => entry.at >= enabled_at)
  const [timely, paused] =
    scenario.status === 'paused'
      ? [[], recent]
      : [recent, entries.filter(({ at }) => paused_from !== null && at >= paused_from && at < enabled_at)]
  const answers = timely.length ? await enterAll(timely, scenarioId, ctx, stores) : new Map<string, Entered>()
  const refused = timely.filter(({ user_id }) => {
    const answer = answers.get(user_id)
    return answer !== undefined && 'obstacle' in answer && answer.obstacle !== 'gone'
  })
  stores.traces.count(
    scenarioId,
    [...paused, ...refused].map(({ node }) => ({
      ...{ scenario_version, node, entered: 0, went: 0, dropped: 0 },
      refused: 1,
    })),
  )
}
