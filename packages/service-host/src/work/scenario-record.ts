import { type Caller, type Operation, serviceKey } from '@lms/contract'
import type { Work } from './work.ts'

/**
 * Records what a scenario has done in a call of the service of scenarios: one record, which names the object if it is one.
 * Calls of other services are recorded by their own operations.
 */
export function recordScenario(
  { route }: Pick<Operation, 'route'>,
  objectIds: readonly string[],
  { caller, work, runtime }: { caller: Pick<Caller, 'key'> } & Pick<Work, 'work' | 'runtime'>,
): void {
  const [first, ...others] = new Set(objectIds)
  if (first === undefined || caller.key !== serviceKey('scenarios')) return
  work.outgoing.audit({
    ...{ operation: route, status: 200 },
    way: 'scenario',
    objectId: others.length ? null : first,
    at: runtime.clock.now(),
  })
}
