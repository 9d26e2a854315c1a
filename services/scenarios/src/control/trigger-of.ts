// The trigger by which a person would enter.
import type { Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
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
  for (const { id, start } of nodesOf(graph, 'trigger')) {
    if (start.by === 'hand' || start.by === 'event') return id
    if (start.by === 'date' && Date.parse(start.at) <= Date.parse(now)) continue
    const { holds } = await verdictOf(user_id, { rule: { segment: start.segment_id } }, { work, runtime })
    if (holds) return id
  }
  return null
}
