import type { BatchReaction, Listened } from '../service.ts'
import type { Runtime } from '../work/runtime.ts'

const nameOf = ({ school_id, type }: Listened) => `${school_id} ${type}`

/** Whether a batch reaction acts on a type in a school, of those that are asked about. */
export async function interestOf(
  { wanted: choose }: Pick<BatchReaction, 'wanted'>,
  listened: readonly Listened[],
  runtime: Pick<Runtime, 'system'>,
): Promise<(one: Listened) => boolean> {
  if (!choose || listened.length === 0) return () => true
  const each = new Map(listened.map(one => [nameOf(one), one]))
  const chosenNames = new Set((await choose([...each.values()], runtime)).map(nameOf))
  return one => chosenNames.has(nameOf(one))
}
