import type { BatchReaction, Listened } from '../service.ts'
import type { Runtime } from '../work/runtime.ts'

const nameOf = ({ school_id, type }: Listened) => `${school_id} ${type}`

/** Whether a batch reaction acts on a type in a school, of those that are asked about. */
export async function wantedOf(
  { wanted }: Pick<BatchReaction, 'wanted'>,
  asked: readonly Listened[],
  runtime: Pick<Runtime, 'system'>,
): Promise<(one: Listened) => boolean> {
  if (!wanted || asked.length === 0) return () => true
  const each = new Map(asked.map(one => [nameOf(one), one]))
  const found = new Set((await wanted([...each.values()], runtime)).map(nameOf))
  return one => found.has(nameOf(one))
}
