// Calls outside by nodes of graphs. Each call is a task of its own, so that a slow receiver keeps only its own runs waiting.
import { enqueue } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { type Input, nodeAt } from '../core/step.ts'
import type { Graph, NodeOf } from '../graph/node.ts'
import { isOver, type RunRow } from '../runs/run.store.ts'
import { effectKey } from '../runs/trace.store.ts'
import { walkScenario } from '../runs/walk.task.ts'
import { scenarioSecrets } from '../settings/secrets.ts'
import { callOutside, maxTries } from './call.task.ts'
import { policyOf } from './call-settings.ts'
import { type Called, savedOf, send } from './send.ts'

/** A pause is looked at again after this time. */
const pausedMs = 60_000
const againMs = [0, 5000, 30_000]

interface CallContext {
  run: RunRow
  node: NodeOf<'http'>
  sealed: ReadonlyMap<string, string>
}

/** The call that a run stands at; null if it has gone on. */
async function askedOf(
  { run_id, visit }: { run_id: RunRow['id']; visit: number },
  { runs, versions }: Stores,
): Promise<Omit<CallContext, 'sealed'> | null> {
  const run = await runs.find(run_id)
  if (!run || isOver(run) || run.visit !== visit || run.phase !== 'effect' || run.arrived) return null
  const graphs: ReadonlyMap<number, Graph> = await versions.graphs(run.scenario_id, [run.scenario_version])
  const node = nodeAt(graphs.get(run.scenario_version)!, run.node)
  return node.kind === 'http' ? { run, node } : null
}

export const callOutsideCall = builder.externalCall(callOutside, {
  prepare: async ({ payload, work }, stores): Promise<CallContext | 'paused' | null> => {
    const callContext = await askedOf(payload, stores)
    if (!callContext) return null
    const scenario = await stores.scenarios.find(callContext.run.scenario_id)
    if (scenario?.status === 'paused') return 'paused'
    return { ...callContext, sealed: await scenarioSecrets.read(work) }
  },

  call: async (callContext, { runtime, school, requestId, signal }): Promise<Called | 'paused' | null> => {
    if (callContext === null || callContext === 'paused') return callContext
    const { run, node, sealed } = callContext
    const secret = scenarioSecrets.open(sealed, 'http_secret', { school, vault: runtime.vault })
    if (secret === null) return { reason: 'no_secret', again: false }
    const { id: run_id, scenario_id, user_id, test } = run
    const data = { ...run.data, ...node.variables }
    return send(
      {
        key: effectKey(run, run.visit),
        url: node.url,
        secret,
        body: { scenario_id, run_id, node: node.id, user_id, test, data },
      },
      { policy: policyOf(runtime), now: runtime.clock.now(), requestId, signal },
    )
  },

  finish: async ({ payload, state, outcome, now, work }, stores) => {
    const wall = Date.parse(now)
    const tries = state?.tries ?? 0
    if (outcome === null) return undefined
    if (outcome === 'paused') return { state: { tries }, at: new Date(wall + pausedMs) }
    if ('reason' in outcome && outcome.again && tries + 1 < maxTries)
      return { state: { tries: tries + 1 }, at: new Date(wall + againMs[tries + 1]!) }
    const callContext = await askedOf(payload, stores)
    const [row] = callContext ? await stores.runs.lockMany([callContext.run.id]) : []
    if (!callContext || !row || isOver(row) || row.visit !== payload.visit || row.arrived) return undefined
    stores.runs.save(row, { arrived: inputOf(outcome, callContext.node), clock: 'wall', due_at: now })
    enqueue(work, walkScenario, { scenario_id: row.scenario_id }, { key: row.scenario_id })
    return undefined
  },
})

const inputOf = (outcome: Called, node: NodeOf<'http'>): Extract<Input, { kind: 'effect' }> =>
  'reason' in outcome
    ? { kind: 'effect', outcome: 'failed', reason: outcome.reason, ids: [] }
    : { kind: 'effect', outcome: 'done', reason: null, ids: [], values: savedOf(node, outcome.text) }
