// Reads of personal data in bulk, for the audit log.
import type { Caller, Operation } from '@lms/contract'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { inSchool } from '../work/in-school.ts'
import type { SchoolRuntime } from '../work/runtime.ts'

/** Rows of one answer from which on it is one in bulk. */
export const bulkRows = 100
/** A caller who reads on is recorded once in this time: pages of one list are one reading. */
const restMs = 600_000
/** Fields by which people can be reached. */
const contacts = ['email', 'phone', 'address']

const recordedTimes = new WeakMap<object, LRUCache<string, number>>()

/** Whether the rows of a list have contacts of people. */
const hasContacts = ({ returns }: Pick<Operation, 'returns'>): boolean => {
  const { shape } = returns as unknown as { shape?: Record<string, z.ZodType> }
  return shape !== undefined && contacts.some(name => Object.hasOwn(shape, name))
}

/** Records that a caller has read contacts of many people, before they get the answer. */
export async function recordBulkRead(
  operation: Pick<Operation, 'returns' | 'route'>,
  rows: number,
  { caller, requestId, runtime }: { caller: Caller; requestId: string; runtime: SchoolRuntime },
): Promise<void> {
  if (rows < bulkRows || !hasContacts(operation)) return
  const times = recordedTimes.get(runtime.config) ?? new LRUCache({ max: 10_000 })
  recordedTimes.set(runtime.config, times)
  const key = `${caller.school} ${caller.key} ${caller.user} ${operation.route}`
  const now = runtime.clock.now()
  if (now.getTime() - (times.get(key) ?? Number.NEGATIVE_INFINITY) < restMs) return
  times.set(key, now.getTime())
  await inSchool(
    caller.school,
    runtime,
    async ({ work }) =>
      work.outgoing.audit({
        operation: operation.route,
        objectId: null,
        status: 200,
        at: runtime.clock.now(),
      }),
    { requestId, askedBy: caller },
  ).catch(error => {
    // The answer is refused; a repetition is recorded.
    times.delete(key)
    throw error
  })
}
