// What is asked again and again while people are inside: what ends their runs, rules of waits, dates, zones. Calls only; the
// database is out of reach.
import type { Id } from '@lms/contract'
import { actions } from '@lms/crm/contract'
import type { Outside } from '@lms/service-host'
import { userFacts } from '@lms/users/contract'
import { sessionTimes } from '@lms/webinars/contract'
import { nodeAt } from '../core/step.ts'
import { askOf, asksIn, exitRules } from '../graph/asks.ts'
import type { Graph } from '../graph/node.ts'
import type { DateOf } from '../graph/until.ts'
import type { RunRow } from '../runs/run.store.ts'
import { schoolZone } from './school-zone.ts'

type At = Pick<Outside, 'runtime' | 'school' | 'requestId'>
/** The rule that is asked of the person of a run, at a node. */
export interface Question {
  run: RunRow
  node: string
  rule: Record<string, unknown>
}
export interface Verdict {
  readonly holds: boolean
  readonly why: string | null
}
/** Null where somebody has not seen yet what led to the question. */
type Answer = { readonly holds: boolean | null; readonly why: string | null }

/** Asks crm each rule once about its people. What a test assumes is not asked. */
export async function judge(questions: readonly Question[], ctx: At): Promise<Map<Question, Answer>> {
  const verdicts = new Map<Question, Answer>()
  const asking = questions.filter(question => {
    const assumed = question.run.assumed?.[question.node]
    if (assumed !== undefined) verdicts.set(question, { holds: assumed, why: 'assumed' })
    return assumed === undefined
  })
  if (asking.length === 0) return verdicts
  const { judge: ask } = ctx.runtime.client('crm', { actions }, ctx).actions
  for (const same of Map.groupBy(asking, ({ rule }) => JSON.stringify(rule)).values()) {
    const people = same.map(({ run: { user_id, causes, present } }) => ({
      ...{ user_id, after: causes ?? [] },
      ...(present && { present }),
    }))
    const answer = await ask({ body: { rule: same[0]!.rule, people } })
    for (const [index, { holds, why }] of answer.verdicts.entries())
      verdicts.set(same[index]!, { holds, why })
  }
  return verdicts
}

/** The runs that a rule or a segment ends, wherever they are. */
export interface Leaving {
  /** By run, the node of the kind exit. */
  readonly by: ReadonlyMap<string, string>
  /** Runs of which nobody can say it yet, with the reason. */
  readonly unknown: ReadonlyMap<string, string>
}

/** Asks it of all of them. */
export async function leavingOf(
  batch: readonly RunRow[],
  graphs: ReadonlyMap<number, Graph>,
  ctx: At,
): Promise<Leaving> {
  const questions = batch.flatMap(run => {
    const graph = graphs.get(run.scenario_version)
    return run.leaving !== null || !graph ? [] : exitRules(graph).map(exit => ({ run, ...exit }))
  })
  const by = new Map<string, string>()
  const unknown = new Map<string, string>()
  for (const [{ run, node }, { holds, why }] of await judge(questions, ctx)) {
    if (holds && !by.has(run.id)) by.set(run.id, node)
    if (holds === null) unknown.set(run.id, why ?? '')
  }
  for (const id of by.keys()) unknown.delete(id)
  return { by, unknown }
}

/** Whether a wait of the graph ends at a time of the person's day, or on a date. */
export const readsZone = (graph: Graph): boolean => asksIn(graph, 'zone').length > 0

/** What is known of people: their zone, else that of the school, and their dates. */
export interface PeopleFacts {
  zoneOf: (userId: string) => string
  dateOf: (run: Pick<RunRow, 'user_id' | 'data'>, of: DateOf) => string | null
}

/** Reads what the graphs of these runs need of their people. */
export async function readPeopleFacts(
  batch: readonly RunRow[],
  graphs: ReadonlyMap<number, Graph>,
  ctx: At,
): Promise<PeopleFacts> {
  const reading = batch.filter(run => {
    const graph = graphs.get(run.scenario_version)
    return graph !== undefined && readsZone(graph)
  })
  const dates = reading.flatMap(run => {
    if (run.phase !== 'answer') return []
    const ask = askOf(nodeAt(graphs.get(run.scenario_version)!, run.node), 'date')
    return ask ? [{ run, of: ask.of }] : []
  })
  return factsOf(
    reading.map(({ user_id }) => user_id),
    dates,
    ctx,
  )
}

/** What is known of these people, and the dates that are asked for. */
export async function factsOf(
  userIds: readonly Id<'usr'>[],
  dates: readonly { run: Pick<RunRow, 'data'>; of: DateOf }[],
  ctx: At,
): Promise<PeopleFacts> {
  if (userIds.length === 0) return { zoneOf: () => 'UTC', dateOf: () => null }
  const sessionIds = dates.flatMap(({ run, of }) => (of.from === 'session' ? sessionOf(run, of) : []))
  const [facts, zone, sessions] = await Promise.all([
    ctx.runtime.client('users', { userFacts }, ctx).userFacts.find({ body: { ids: [...new Set(userIds)] } }),
    schoolZone(ctx),
    startsOf([...new Set(sessionIds)], ctx),
  ])
  const people = new Map(facts.people.map(person => [person.id as string, person]))
  return {
    zoneOf: userId => {
      const own = people.get(userId)?.time_zone
      // The bare UTC that everybody begins with is none.
      return own && own !== 'UTC' ? own : zone
    },
    dateOf: (run, of) => {
      const person = people.get(run.user_id)
      if (of.from === 'session') return sessions.get(sessionOf(run, of)[0] ?? '') ?? null
      if (of.from === 'access') return endOf(person?.accesses ?? [], of.course_id)
      if (of.from === 'data' || !person) return null
      if (of.field === 'created_at') return person.created_at
      const value = person.custom_fields[of.field.slice('custom.'.length)]
      return typeof value === 'string' ? value : null
    },
  }
}

/** The id of a session in the data of the run. */
const sessionOf = (
  { data }: Pick<RunRow, 'data'>,
  { name }: Extract<DateOf, { from: 'session' }>,
): Id<'wbs'>[] => {
  const id = Object.hasOwn(data, name) ? data[name] : null
  return typeof id === 'string' && /^wbs_[0-9a-z]{26}$/.test(id) ? [id as Id<'wbs'>] : []
}

/** When these sessions begin; those that are canceled or gone never do. */
async function startsOf(ids: readonly Id<'wbs'>[], ctx: At): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { sessions } = await ctx.runtime
    .client('webinars', { sessionTimes }, ctx)
    .sessionTimes.of({ body: { ids: [...ids] } })
  return new Map(sessions.map(({ id, starts_at }) => [id, starts_at]))
}

/** The last end of the accesses to a course; null if one has no end, or there is none. */
function endOf(
  accesses: readonly { course_id: string; expires_at: string | null }[],
  course_id: string,
): string | null {
  const ends = accesses.filter(access => access.course_id === course_id).map(({ expires_at }) => expires_at)
  return ends.length === 0 || ends.includes(null) ? null : ends.sort().at(-1)!
}
