// The trigger by which a person would enter.
import type { Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { askOf, asksOf, ruleOfAsk } from '../graph/asks.ts'
import { nodesOf } from '../graph/graph.ts'
import type { Graph } from '../graph/node.ts'
import { verdictOf } from './verdicts.ts'

/**
 * The first trigger that can let the person in: by hand, with an event that comes, or through a segment that has the person
 * now. Null for none. Asks crm: before anything is locked.
 */
export async function triggerOf(
  graph: Graph,
  user_id: Id<'usr'>,
  { now, work, runtime }: Pick<Work, 'now' | 'work' | 'runtime'>,
): Promise<string | null> {
  for (const node of nodesOf(graph, 'trigger')) {
    const members = askOf(node, 'members')
    if (members && Date.parse(members.at) <= Date.parse(now)) continue
    const rule = asksOf(node)
      .map(ruleOfAsk)
      .find(found => found !== null)
    if (!rule || (await verdictOf(user_id, { rule }, { work, runtime })).holds) return node.id
  }
  return null
}
