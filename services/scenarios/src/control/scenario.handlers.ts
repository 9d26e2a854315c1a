import { type Id, newId, Refused } from '@lms/contract'
import { pageOfItems, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import type { Obstacle } from '../core/entry.ts'
import { nodesOf } from '../graph/graph.ts'
import type { Graph } from '../graph/node.ts'
import { followTriggers } from '../listening/members.run.ts'
import { endRuns } from '../runs/end.ts'
import { messagesByNode } from '../runs/messages.ts'
import { runAnswers } from '../runs/run-answer.ts'
import { walkedAtOnce } from '../runs/walk.task.ts'
import { scenarios } from '../scenarios/scenario.contract.ts'
import { maxFaults, maxVersions } from '../scenarios/scenario.object.ts'
import { listens, type ScenarioRow } from '../scenarios/scenario.store.ts'
import { refusals, scenarioRoom } from '../scenarios/scenario-refusals.ts'
import { handTrigger } from '../walking/by-hand.ts'
import { beginAll, enterAll, obstaclesOf, wake } from '../walking/enter.ts'
import { faultsOfMessages, refuseFaults } from './faults.ts'
import { faultsOfNames } from './faults-of-names.ts'
import { publish } from './publish.ts'
import { refuseBeyondOwn, refuseUnreadable } from './rights.ts'
import { triggerOf } from './trigger-of.ts'
import { virtualRun } from './virtual-run.ts'
import { membersNow } from './would-enter.ts'

/** Maximum rows of the counters that are shown. */
const maxCounts = 2000

export const scenarioHandlers = builder.implement(scenarios, {
  list: ({ query }, { scenarios }) => scenarios.page(query),

  create: async ({ body, runtime }, stores) => {
    await checkNames(body.graph, runtime, stores)
    await stores.scenarios.refuseBeyond(scenarioRoom)
    return stores.scenarios.insert({
      ...stores.scenarios.fresh(newId('scn')),
      ...body,
      status: 'draft',
      published_version: null,
      published_at: null,
      paused_at: null,
      paused_ms: 0,
      enabled_at: null,
      paused_from: null,
      inside_then: null,
    })
  },

  get: async ({ path }, { scenarios, versions, runs, traces }) => {
    const [row, inside, inside_count, published] = await Promise.all([
      scenarios.get(path.id),
      runs.inside(path.id, maxFaults),
      traces.inside(path.id),
      versions.list(path.id, maxVersions),
    ])
    const number = row.published_version
    const graphs = await versions.graphs(row.id, number === null ? [] : [number])
    const published_graph = number === null ? null : graphs.get(number)!
    return { ...row, published_graph, versions: published, inside_count, inside }
  },

  update: async ({ path, body, runtime }, stores) => {
    if (body.graph) await checkNames(body.graph, runtime, stores)
    return stores.scenarios.change(await stores.scenarios.lock(path.id), body)
  },

  delete: async ({ path }, { scenarios, runs, versions, traces }) => {
    const row = await scenarios.lock(path.id)
    if ((await runs.inside(row.id, 1)).length) throw new Refused(refusals.scenario_occupied)
    if ((await scenarios.naming(row.id)).some(id => id !== row.id)) throw new Refused(refusals.scenario_named)
    scenarios.remove(row)
    versions.forget(row.id)
    traces.forget(row.id)
    return { id: row.id, deleted: true as const }
  },

  publish: async ({ path, body, ...ctx }, stores) => {
    const { from_version } = body
    const earlier = from_version === null ? null : await versionOf(path.id as Id<'scn'>, from_version, stores)
    // Others are asked before anything is locked; a draft that changes meanwhile is published as it is then.
    const checkedGraph = earlier ?? (await stores.scenarios.get(path.id)).graph
    await refuseUnreadable(checkedGraph, ctx.caller, ctx)
    const unknown = await faultsOfNames(checkedGraph, ctx)
    const [members, messages] = unknown.length
      ? [null, []]
      : await Promise.all([membersNow(checkedGraph, ctx), faultsOfMessages(checkedGraph, ctx)])
    const row = await stores.scenarios.lock(path.id)
    const graph = earlier ?? row.graph
    refuseBeyondOwn(graph, ctx.caller)
    return publish(row, graph, body, { members, faults: [...unknown, ...messages] }, ctx, stores)
  },

  pause: async ({ path, now }, { scenarios }) =>
    scenarios.move(await scenarios.lock(path.id), 'pause', { paused_at: now }),

  status: async ({ path, body, work, now }, stores) => {
    const row = await stores.scenarios.lock(path.id)
    const inside = await stores.traces.inside(row.id)
    if (body.status === 'enabled' && row.published_version === null)
      throw new Refused(refusals.scenario_unpublished)
    if (body.dry_run) return { scenario: row, inside }
    if (row.status === 'stopped' && body.status === 'enabled') await leadOut(row, now, stores)
    const scenario = switched(row, body, { now }, stores)
    if (scenario !== row) {
      stores.versions.listen(row.id, listens(scenario))
      if (scenario.status === 'enabled') {
        const number = scenario.published_version!
        const graph = (await stores.versions.graphs(row.id, [number])).get(number)!
        followTriggers(row.id, graph, { work, now }, stores)
      }
      wake(row.id, work)
    }
    return { scenario, inside }
  },

  run: async ({ path, body, work, runtime, now }, stores) => {
    const scenario = await stores.scenarios.get(path.id)
    stores.scenarios.checkVersion(scenario)
    if (!(await stores.people.exists(body.user_id, runtime))) throw new Refused(refusals.user_unknown)
    if (scenario.status !== 'enabled') throw new Refused(refusals.scenario_not_enabled)
    const node = await handTrigger(scenario, stores)
    const entry = { user_id: body.user_id, node, data: body.data, present: true }
    const entered = (await enterAll([entry], scenario.id, { now, work }, stores)).get(body.user_id)
    if (entered && 'run' in entered) return runAnswers([scenario])(entered.run)
    throw new Refused(refusalOf[entered?.obstacle ?? 'not_enabled'])
  },

  test: async ({ path, body, caller, work, runtime, now }, stores) => {
    const user_id = body.userId
    const scenario = await stores.scenarios.get(path.id)
    stores.scenarios.checkVersion(scenario)
    if (!(await stores.people.exists(user_id, runtime))) throw new Refused(refusals.user_unknown)
    if (body.real && scenario.published_version === null) throw new Refused(refusals.scenario_unpublished)
    const graph = await graphOf(scenario, stores)
    await refuseUnreadable(graph, caller, { work, runtime })
    const begin = body.real || body.trigger !== null ? triggerIn(graph, body.trigger) : null
    const trigger = await triggerOf(graph, user_id, { now, work, runtime })
    const seen = (obstacle: Obstacle | null) => ({
      would_enter: obstacle === null && trigger !== null,
      obstacle: obstacle ?? (trigger === null ? ('no_trigger' as const) : null),
      trigger,
    })
    if (!body.real)
      return {
        ...seen((await obstaclesOf([user_id], scenario, now, stores)).get(user_id) ?? null),
        run: null,
      }
    if (!(await stores.people.holdPresent(user_id))) throw new Refused(refusals.user_unknown)
    const lockedScenario = (await stores.scenarios.hold(scenario.id)) ?? scenario
    const obstacle = (await obstaclesOf([user_id], lockedScenario, now, stores)).get(user_id) ?? null
    const [run] = beginAll(
      [
        {
          ...{ user_id, node: begin!, data: body.data, assumed: body.answers, present: true },
          request_id: work.origin.requestId,
        },
      ],
      lockedScenario,
      { now, test: true },
      stores,
    )
    wake(lockedScenario.id, work)
    return { ...seen(obstacle), run: runAnswers([lockedScenario])(run!) }
  },

  dryRun: async ({ path, body, ...ctx }, stores) => {
    const scenario = await stores.scenarios.get(path.id)
    stores.scenarios.checkVersion(scenario)
    if (body.user_id && !(await stores.people.exists(body.user_id, ctx.runtime)))
      throw new Refused(refusals.user_unknown)
    if (body.user_id) await refuseUnreadable(scenario.graph, ctx.caller, ctx)
    await refuseFaults(scenario.graph, [], ctx, stores)
    const begin = triggerIn(scenario.graph, body.trigger)
    return virtualRun(scenario, { ...body, begin }, ctx)
  },

  stats: async ({ path, query, ...ctx }, { scenarios, traces }) => {
    await scenarios.get(path.id)
    const [counts, messages] = await Promise.all([
      traces.counts(path.id, maxCounts),
      messagesByNode(path.id as Id<'scn'>, query, ctx),
    ])
    return pageOfItems(
      counts.map(({ scenario_version, node, entered, went, dropped, refused }) => ({
        id: `${String(scenario_version).padStart(6, '0')}.${node}`,
        scenario_version,
        node,
        entered,
        waiting: entered - went - dropped,
        dropped,
        refused,
        messages: messages.get(`${scenario_version} ${node}`) ?? null,
      })),
      query,
    )
  },
})

/** The graph of an earlier version. */
async function versionOf(id: Id<'scn'>, number: number, { scenarios, versions }: Stores): Promise<Graph> {
  await scenarios.get(id)
  const graph = (await versions.graphs(id, [number])).get(number)
  if (!graph) throw new Refused(refusals.version_unknown)
  return graph
}

/** The id of this trigger; of the one by hand, or the first one, unless one is named. */
function triggerIn(graph: Graph, triggerId: string | null): string {
  const triggers = nodesOf(graph, 'trigger')
  const trigger =
    triggerId === null
      ? (triggers.find(({ start }) => start.by === 'hand') ?? triggers[0])
      : triggers.find(({ id }) => id === triggerId)
  // A graph without faults has a trigger.
  if (!trigger) throw new Refused(refusals.trigger_unknown)
  return trigger.id
}

const refusalOf = {
  not_enabled: refusals.scenario_not_enabled,
  inside: refusals.already_inside,
  re_entry: refusals.re_entry_refused,
  too_many_entries: refusals.too_many_entries,
  gone: refusals.user_unknown,
}

/** Ends the last ones whom a stop is to end, so that nobody of them walks on. Refuses while they are many. */
async function leadOut({ id, inside_then }: ScenarioRow, now: string, stores: Stores): Promise<void> {
  if (inside_then !== 'close') return
  const rows = await stores.runs.lockInside(id, walkedAtOnce)
  if (rows.length === walkedAtOnce) throw new Refused(refusals.scenario_closing)
  endRuns(rows, 'close', 'stopped', now, stores)
}

/** The scenario in the state that is asked for. A pause that ends moves the clock of waits by one row. */
function switched(
  row: ScenarioRow,
  { status, inside }: { status: 'enabled' | 'stopped'; inside: 'close' | 'finish' },
  { now }: { now: string },
  { scenarios }: Stores,
): ScenarioRow {
  const stood = row.paused_at === null ? 0 : Date.parse(now) - Date.parse(row.paused_at)
  const resumed = { paused_at: null, paused_ms: Number(row.paused_ms) + stood }
  if (row.status === status) {
    // A stopped one may still end those who walk on, or let those walk on who are not ended yet.
    const isOther = status === 'stopped' && row.inside_then !== inside
    return isOther ? scenarios.save(row, { inside_then: inside }) : row
  }
  return status === 'enabled'
    ? scenarios.move(row, 'enable', {
        ...resumed,
        inside_then: null,
        enabled_at: now,
        paused_from: row.paused_at,
      })
    : scenarios.move(row, 'stop', { ...resumed, inside_then: inside })
}

/** What people enter: the published version, or the draft before there is one. */
async function graphOf({ id, graph, published_version }: ScenarioRow, { versions }: Stores): Promise<Graph> {
  if (published_version === null) return graph
  return (await versions.graphs(id, [published_version])).get(published_version)!
}

/** Refuses assignees of tasks and scenarios that the school does not have. */
async function checkNames(
  graph: Graph,
  runtime: Work['runtime'],
  { people, scenarios }: Stores,
): Promise<void> {
  const assignees = nodesOf(graph, 'task').flatMap(({ assignee_id }) => assignee_id ?? [])
  const existingIds = await people.existing(assignees, runtime)
  if (!assignees.every(id => existingIds.has(id))) throw new Refused(refusals.user_unknown)
  const others = [...new Set(nodesOf(graph, 'scenario').map(({ scenario_id }) => scenario_id))]
  if ((await scenarios.many(others)).length < others.length) throw new Refused(refusals.scenario_unknown)
}
