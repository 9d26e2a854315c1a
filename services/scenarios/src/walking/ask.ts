// What runs need of other services: effects, answers of conditions, zones. Calls only; the database is out of reach.
import { actions } from '@lms/crm/contract'
import { inBodies, type Outside } from '@lms/service-host'
import { type Effect, effects } from '@lms/users/contract'
import type { Input } from '../core/step.ts'
import { nodeAt } from '../core/step.ts'
import { askOf, exitRules } from '../graph/asks.ts'
import type { Graph, Node, NodeOf } from '../graph/node.ts'
import type { RunRow } from '../runs/run.store.ts'
import { effectKey } from '../runs/trace.store.ts'
import { attendanceOf } from './attendance.ts'
import { judge, type Leaving, leavingOf, type PeopleFacts, readPeopleFacts } from './checks.ts'

export interface WalkBatch {
  readonly batch: readonly RunRow[]
  readonly graphs: ReadonlyMap<number, Graph>
}
export interface Answers {
  /** What came of it, by run; a run without an answer asks again later. */
  readonly inputs: Map<string, Input>
  /** Why an answer was put off, by run: somebody has not seen yet what led to the question. */
  readonly putOff: Map<string, string>
  /** The zones and dates of people, where a graph reads them; null if they could not be read. */
  readonly known: PeopleFacts | null
  /** What ends runs wherever they are, by a rule; null if crm could not say. */
  readonly leaving: Leaving | null
}

type At = Pick<Outside, 'runtime' | 'school' | 'requestId'>
interface Standing {
  run: RunRow
  node: Node
}
type CrmAction = Parameters<typeof actions.carryOut.body.parse>[0] extends { actions: (infer D)[] }
  ? D
  : never

/** Asks each service once for all runs. A service that is away keeps no other from its answer. */
export async function askAll({ batch, graphs }: WalkBatch, ctx: At): Promise<Answers> {
  const inputs = new Map<string, Input>()
  const putOff = new Map<string, string>()
  let knownPeople: Answers['known'] = null
  let leaving: Answers['leaving'] = null
  // What ends a run keeps it from its next effect.
  await orLog(
    ctx,
    leavingOf(batch, graphs, ctx).then(answer => {
      leaving = answer
    }),
  )
  const standing = batch.flatMap(run => {
    const graph = graphs.get(run.scenario_version)
    if (!graph || run.leaving !== null) return []
    // It is over, or nobody knows whether it is.
    if (leaving ? leaving.by.has(run.id) || leaving.unknown.has(run.id) : exitRules(graph).length > 0)
      return []
    return [{ run, node: nodeAt(graph, run.node) }]
  })
  await Promise.all([
    orLog(ctx, askUsers(standing, ctx, inputs)),
    orLog(ctx, askCrm(standing, ctx, inputs)),
    orLog(ctx, askRules(standing, ctx, { inputs, putOff })),
    orLog(ctx, askWebinars(standing, ctx, inputs)),
    orLog(
      ctx,
      readPeopleFacts(batch, graphs, ctx).then(read => {
        knownPeople = read
        for (const { run, node } of standing) {
          const ask = run.phase === 'answer' ? askOf(node, 'date') : null
          if (ask) inputs.set(run.id, { kind: 'date', value: read.dateOf(run, ask.of) })
        }
      }),
    ),
  ])
  return { inputs, putOff, known: knownPeople, leaving }
}

async function orLog({ runtime }: At, asking: Promise<void>): Promise<void> {
  try {
    await asking
  } catch (error) {
    runtime.log.warn({ err: error }, 'a service is away; the runs wait for it')
  }
}

async function askUsers(standing: readonly Standing[], ctx: At, inputs: Map<string, Input>): Promise<void> {
  const requests = standing.flatMap(({ run, node }) => {
    const effect = run.phase === 'effect' ? userEffect(node, run) : null
    return effect ? [{ run, effect }] : []
  })
  if (requests.length === 0) return
  const { carryOut } = ctx.runtime.client('users', { effects }, ctx).effects
  const { results } = await carryOut({ body: { effects: requests.map(({ effect }) => effect) } })
  for (const [index, { outcome, reason, access_ids, events }] of results.entries())
    inputs.set(requests[index]!.run.id, { kind: 'effect', outcome, reason, ids: access_ids, events })
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
    case 'field':
      return { kind: 'set_field', ...common, field: node.field, value: ownValue(node.value, run.data) }
    default:
      return null
  }
}

/** A value of the run that is not there leaves the field without one. */
const ownValue = (value: NodeOf<'field'>['value'], data: RunRow['data']) =>
  typeof value === 'object' && value !== null ? (data[value.data] ?? null) : value

async function askCrm(standing: readonly Standing[], ctx: At, inputs: Map<string, Input>): Promise<void> {
  const requests = standing.flatMap(({ run, node }) => {
    const action = run.phase === 'effect' ? crmAction(node, run, ctx) : null
    return action ? [{ run, action }] : []
  })
  if (requests.length === 0) return
  const { carryOut } = ctx.runtime.client('crm', { actions }, ctx).actions
  const runs = requests.map(({ run }) => run)
  // Long messages to many people are more than one body takes. What came of the first ones stays if a later call fails.
  for (const actions of inBodies(requests.map(({ action }) => action))) {
    const { results } = await carryOut({ body: { actions: actions as never } })
    for (const { outcome, reason, id, events } of results)
      inputs.set(runs.shift()!.id, { kind: 'effect', outcome, reason, ids: id ? [id] : [], events })
  }
}

const dayMs = 86_400_000

function crmAction(node: Node, run: RunRow, { runtime }: At): CrmAction | null {
  const key = effectKey(run, run.visit)
  const { user_id } = run
  switch (node.kind) {
    case 'message': {
      const { transport, topic, template_id, subject, body, variables } = node
      const values = { ...run.data, ...variables }
      const message = { user_id, transport, topic, template_id, subject, body, variables: values }
      // Tests are no part of the statistics.
      const source = run.test ? {} : { source: `${run.scenario_id}:${run.scenario_version}:${node.id}` }
      return { kind: 'message', key, message, ...source, ...tracedTo(run) } as CrmAction
    }
    case 'task': {
      const { title, description, assignee_id, due_days } = node
      const due = due_days === null ? null : runtime.clock.now().getTime() + due_days * dayMs
      const due_at = due === null ? null : new Date(due).toISOString()
      return { kind: 'task', key, task: { user_id, title, description, assignee_id, due_at } } as CrmAction
    }
    case 'note':
      return { kind: 'note', key, note: { user_id, text: node.text } } as CrmAction
    case 'mailing':
      return { kind: 'mailing', key, mailing_id: node.mailing_id } as CrmAction
    default:
      return null
  }
}

/** Asks conditions, and waits for a rule, about their people. Nobody is judged by less than what led to the question. */
async function askRules(
  standing: readonly Standing[],
  ctx: At,
  { inputs, putOff }: Pick<Answers, 'inputs' | 'putOff'>,
): Promise<void> {
  const questions = standing.flatMap(({ run, node }) => {
    const ask = run.phase === 'answer' ? askOf(node, 'rule') : null
    return ask ? [{ run, node: node.id, rule: ask.rule }] : []
  })
  for (const [{ run }, { holds, why }] of await judge(questions, ctx)) {
    if (holds === null) putOff.set(run.id, why ?? '')
    else inputs.set(run.id, { kind: 'answer', holds, why })
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
  const asking = standing.flatMap(({ run, node }) => {
    const test = run.phase === 'answer' ? askOf(node, 'attendance') : null
    return test ? [{ run, test }] : []
  })
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
