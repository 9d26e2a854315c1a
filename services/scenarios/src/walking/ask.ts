// What runs need of other services: effects, answers of conditions, zones. Calls only; the database is out of reach.
import { deeds } from '@lms/crm/contract'
import { inBodies, type Outside } from '@lms/service-host'
import { type Effect, effects, people } from '@lms/users/contract'
import type { Input } from '../core/step.ts'
import { nodeAt } from '../core/step.ts'
import type { Graph, Node } from '../graph/node.ts'
import type { RunRow } from '../runs/run.store.ts'
import { effectKey } from '../runs/trace.store.ts'
import { attendanceOf } from './attendance.ts'

export interface Asked {
  readonly batch: readonly RunRow[]
  readonly graphs: ReadonlyMap<number, Graph>
}
export interface Answers {
  /** What came of it, by run; a run without an answer asks again later. */
  readonly inputs: Map<string, Input>
  /** Why an answer was put off, by run: somebody has not seen yet what led to the question. */
  readonly putOff: Map<string, string>
  /** The zones of people, where a graph reads them; null if they could not be read. */
  readonly zones: ReadonlyMap<string, string> | null
}

type At = Pick<Outside, 'runtime' | 'school' | 'requestId'>
interface Standing {
  run: RunRow
  node: Node
}
type Deed = Parameters<typeof deeds.carryOut.body.parse>[0] extends { deeds: (infer D)[] } ? D : never

/** Asks each service once for all runs. A service that is away keeps no other from its answer. */
export async function askAll({ batch, graphs }: Asked, ctx: At): Promise<Answers> {
  const inputs = new Map<string, Input>()
  const putOff = new Map<string, string>()
  let zones: Answers['zones'] = null
  const standing = batch.flatMap(run => {
    const graph = graphs.get(run.scenario_version)
    return graph ? [{ run, node: nodeAt(graph, run.node) }] : []
  })
  await Promise.all([
    orLog(ctx, askUsers(standing, ctx, inputs)),
    orLog(ctx, askCrm(standing, ctx, inputs)),
    orLog(ctx, judge(standing, ctx, { inputs, putOff })),
    orLog(ctx, askWebinars(standing, ctx, inputs)),
    orLog(
      ctx,
      readZones(batch, graphs, ctx).then(read => {
        zones = read
      }),
    ),
  ])
  return { inputs, putOff, zones }
}

async function orLog({ runtime }: At, asking: Promise<void>): Promise<void> {
  try {
    await asking
  } catch (error) {
    runtime.log.warn({ err: error }, 'a service is away; the runs wait for it')
  }
}

async function askUsers(standing: readonly Standing[], ctx: At, inputs: Map<string, Input>): Promise<void> {
  const asked = standing.flatMap(({ run, node }) => {
    const effect = run.phase === 'effect' ? userEffect(node, run) : null
    return effect ? [{ run, effect }] : []
  })
  if (asked.length === 0) return
  const { carryOut } = ctx.runtime.client('users', { effects }, ctx).effects
  const { results } = await carryOut({ body: { effects: asked.map(({ effect }) => effect) } })
  for (const [index, { outcome, reason, access_ids, events }] of results.entries())
    inputs.set(asked[index]!.run.id, { kind: 'effect', outcome, reason, ids: access_ids, events })
}

/** What a run does is traced to the request that let its person enter. */
const tracedTo = ({ request_id }: RunRow) => (request_id === null ? {} : { request_id })

function userEffect(node: Node, run: RunRow): Effect | null {
  const common = { key: effectKey(run, run.visit), user_id: run.user_id, ...tracedTo(run) }
  switch (node.kind) {
    case 'grant':
      return { kind: 'grant', ...common, course_id: node.course_id, term_days: node.term_days }
    case 'revoke':
      return { kind: 'revoke', ...common, course_id: node.course_id }
    case 'tag':
      return { kind: node.action === 'add' ? 'add_tag' : 'remove_tag', ...common, tag_id: node.tag_id }
    case 'group':
      return {
        kind: node.action === 'join' ? 'join_group' : 'leave_group',
        ...common,
        group_id: node.group_id,
      }
    default:
      return null
  }
}

async function askCrm(standing: readonly Standing[], ctx: At, inputs: Map<string, Input>): Promise<void> {
  const asked = standing.flatMap(({ run, node }) => {
    const deed = run.phase === 'effect' ? crmDeed(node, run, ctx) : null
    return deed ? [{ run, deed }] : []
  })
  if (asked.length === 0) return
  const { carryOut } = ctx.runtime.client('crm', { deeds }, ctx).deeds
  const runs = asked.map(({ run }) => run)
  // Long messages to many people are more than one body takes. What came of the first ones stays if a later call fails.
  for (const deeds of inBodies(asked.map(({ deed }) => deed))) {
    const { results } = await carryOut({ body: { deeds: deeds as never } })
    for (const { outcome, reason, id, events } of results)
      inputs.set(runs.shift()!.id, { kind: 'effect', outcome, reason, ids: id ? [id] : [], events })
  }
}

const dayMs = 86_400_000

function crmDeed(node: Node, run: RunRow, { runtime }: At): Deed | null {
  const key = effectKey(run, run.visit)
  const { user_id } = run
  switch (node.kind) {
    case 'message': {
      const { transport, topic, template_id, subject, body, variables } = node
      const values = { ...run.data, ...variables }
      const message = { user_id, transport, topic, template_id, subject, body, variables: values }
      return { kind: 'message', key, message, ...tracedTo(run) } as Deed
    }
    case 'task': {
      const { title, description, assignee_id, due_days } = node
      const due = due_days === null ? null : runtime.clock.now().getTime() + due_days * dayMs
      const due_at = due === null ? null : new Date(due).toISOString()
      return { kind: 'task', key, task: { user_id, title, description, assignee_id, due_at } } as Deed
    }
    case 'note':
      return { kind: 'note', key, note: { user_id, text: node.text } } as Deed
    default:
      return null
  }
}

/** Asks conditions about their people, each rule once. Nobody is judged by less than what led to the question. */
async function judge(
  standing: readonly Standing[],
  ctx: At,
  { inputs, putOff }: Pick<Answers, 'inputs' | 'putOff'>,
): Promise<void> {
  const asking = standing.flatMap(({ run, node }) =>
    run.phase === 'answer' && node.kind === 'condition' && node.if.by === 'rule'
      ? [{ run, rule: node.if.rule }]
      : [],
  )
  const { judge: ask } = ctx.runtime.client('crm', { deeds }, ctx).deeds
  for (const same of Map.groupBy(asking, ({ rule }) => JSON.stringify(rule)).values()) {
    const people = same.map(({ run: { user_id, causes } }) => ({ user_id, after: causes ?? [] }))
    const { verdicts } = await ask({ body: { rule: same[0]!.rule as never, people } })
    for (const [index, { holds, why }] of verdicts.entries()) {
      const { id } = same[index]!.run
      if (holds === null) putOff.set(id, why)
      else inputs.set(id, { kind: 'answer', holds, why })
    }
  }
}

/** People asked about at once. */
const askedAtOnce = 10

/** Asks about the presence of each person once, for all webinars of the conditions at which they are. */
async function askWebinars(
  standing: readonly Standing[],
  ctx: At,
  inputs: Map<string, Input>,
): Promise<void> {
  const asking = standing.flatMap(({ run, node }) =>
    run.phase === 'answer' && node.kind === 'condition' && node.if.by === 'attendance'
      ? [{ run, test: node.if }]
      : [],
  )
  const people = [...Map.groupBy(asking, ({ run }) => run.user_id)]
  for (let next = people.splice(0, askedAtOnce); next.length; next = people.splice(0, askedAtOnce))
    await Promise.all(
      next.map(async ([userId, own]) => {
        const tests = own.map(({ test }) => test)
        const verdicts = await attendanceOf(userId, tests, ctx)
        for (const [index, { run }] of own.entries())
          inputs.set(run.id, { kind: 'answer', ...verdicts[index]! })
      }),
    )
}

/** Whether a wait of the graph ends at a time of the person's day. */
export const readsClock = ({ nodes }: Graph): boolean =>
  nodes.some(node => node.kind === 'wait' && node.until.by === 'clock')

async function readZones(
  batch: readonly RunRow[],
  graphs: ReadonlyMap<number, Graph>,
  ctx: At,
): Promise<Map<string, string>> {
  const reading = new Set([...graphs].filter(([, graph]) => readsClock(graph)).map(([number]) => number))
  const ids = batch.filter(run => reading.has(run.scenario_version)).map(({ user_id }) => user_id)
  if (ids.length === 0) return new Map()
  const { users } = await ctx.runtime
    .client('users', { people }, ctx)
    .people.batch({ body: { ids: [...new Set(ids)] } })
  return new Map(users.map(({ id, time_zone }) => [id, time_zone]))
}
