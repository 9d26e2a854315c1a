import { type BodyOf, formatTime, Refused, type ReturnsOf } from '@lms/contract'
import { deeds } from '@lms/crm/contract'
import type { Work } from '@lms/service-host'
import { people } from '@lms/users/contract'
import { nodesOf } from '../graph/graph.ts'
import type { Graph } from '../graph/node.ts'
import { refusals, type scenarios } from '../scenarios/scenario.contract.ts'
import { dryRun } from './dry-run.ts'

type Asked = BodyOf<(typeof scenarios)['dryRun']>
type Answer = ReturnsOf<(typeof scenarios)['dryRun']>
type At = Pick<Work, 'now' | 'work' | 'runtime'>

/** A dry run of a graph without faults: conditions are asked about the person, unless answers are assumed. */
export async function virtualRun(graph: Graph, body: Asked, at: At): Promise<Answer> {
  const zone = body.time_zone ?? (await zoneOf(body, at))
  if (!isZone(zone)) throw new Refused(refusals.zone_unknown)
  const asked = body.user_id ? await answersOf(graph, body.user_id, at) : {}
  const triggers = nodesOf(graph, 'trigger')
  const { path, reason } = dryRun(graph, {
    begin: (triggers.find(({ start }) => start.by === 'hand') ?? triggers[0]!).id,
    user_id: body.user_id ?? 'nobody',
    data: body.data,
    from: Date.parse(body.from ?? at.now),
    zone,
    answers: { ...asked, ...body.answers },
    events: body.events.map(event => ({ ...event, at: Date.parse(event.at) })),
  })
  return {
    path: path.map(({ node, kind, entered, at, exit, outcome, reason }) => ({
      node,
      kind,
      entered_at: formatTime(new Date(entered)),
      left_at: formatTime(new Date(at)),
      exit,
      outcome,
      reason,
    })),
    reason: reason as Answer['reason'],
  }
}

const scopeOf = ({ work }: At) => ({ school: work.school, requestId: work.origin.requestId })

async function zoneOf({ user_id }: Asked, at: At): Promise<string> {
  if (!user_id) return 'UTC'
  const { users } = await at.runtime
    .sibling('users', { people }, scopeOf(at))
    .people.batch({ body: { ids: [user_id] } })
  return users[0]?.time_zone ?? 'UTC'
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** What the conditions of the graph say of the person now, by node; each rule is asked once. */
async function answersOf(graph: Graph, user_id: string, at: At): Promise<Record<string, boolean>> {
  const conditions = nodesOf(graph, 'condition').flatMap(({ id, if: by }) =>
    by.by === 'rule' ? [{ id, rule: by.rule }] : [],
  )
  const { judge } = at.runtime.sibling('crm', { deeds }, scopeOf(at)).deeds
  const answers: Record<string, boolean> = {}
  for (const same of Map.groupBy(conditions, ({ rule }) => JSON.stringify(rule)).values()) {
    const { verdicts } = await judge({ body: { rule: same[0]!.rule, user_ids: [user_id as never] } })
    for (const { id } of same) answers[id] = verdicts[0]?.holds ?? false
  }
  return answers
}
