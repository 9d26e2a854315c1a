// The limits of a school in one service, derived from the maxima that its operations declare.
import { type Most, maxOf } from '@lms/contract'
import { countedBy } from '../crud.ts'
import type { LimitEntry } from '../kernel/host.contract.ts'
import type { Service } from '../service.ts'
import type { SchoolRuntime } from '../work/runtime.ts'
import type { UnitOfWork } from '../work/unit-of-work.ts'

type Count = (stores: any, most: number, now: string) => Promise<number>

/** Each declared maximum once, then the limits that the service declares besides. */
export async function limitsOf(
  service: Service,
  { work, runtime }: { work: UnitOfWork; runtime: SchoolRuntime },
  stores: unknown,
): Promise<LimitEntry[]> {
  const declared = [...maximaOf(service).values()].map(async ({ room: { most, refusal }, count }) => ({
    name: refusal.reason,
    limit: most,
    used: count && (await count(stores, most, work.now)),
    unit: 'objects' as const,
    resets_at: null,
    set_by: 'product' as const,
    reached_when: refusal.when,
  }))
  const besides = service.limits?.(stores as never, { work, runtime }) ?? []
  return [...(await Promise.all(declared)), ...(await besides)]
}

function maximaOf(service: Service): Map<string, { room: Most; count: Count | null }> {
  const maxima = new Map<string, { room: Most; count: Count | null }>()
  for (const { operations, handlers } of service.implementations)
    for (const [name, { bound }] of Object.entries(operations)) {
      const room = maxOf(bound)
      if (!room) continue
      const { reason } = room.refusal
      const counted = countedBy(handlers[name])
      const count: Count | null =
        service.used?.[reason] ??
        (counted && ((stores, most) => counted(stores).standing(most))) ??
        maxima.get(reason)?.count ??
        null
      maxima.set(reason, { room, count })
    }
  return maxima
}
