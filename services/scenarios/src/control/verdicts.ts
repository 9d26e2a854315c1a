// What crm says of one person, for who waits for the answer of a request.
import { setTimeout as pause } from 'node:timers/promises'
import { common, formatTime, type Id, Refused } from '@lms/contract'
import { type AssumedFact, actions } from '@lms/crm/contract'
import type { Work } from '@lms/service-host'
import type { Verdict } from '../walking/checks.ts'

/** How long a request waits for who is behind, in milliseconds, and how often it looks. */
const longestMs = 3000
const everyMs = 150

export interface Question {
  readonly rule: Record<string, unknown>
  /** What is taken as true of the person. */
  readonly assume?: readonly AssumedFact[]
  /** In milliseconds; now if absent. */
  readonly at?: number
}

/** Whether a rule holds of a person. Refuses with 503 where crm does not know it in time. */
export async function verdictOf(
  user_id: Id<'usr'>,
  { rule, assume = [], at }: Question,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<Verdict> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { judge } = runtime.client('crm', { actions }, scope).actions
  const moment = at === undefined ? {} : { at: formatTime(new Date(at)) }
  for (let waited = 0; ; waited += everyMs) {
    const people = [{ user_id, after: [], present: true, assume: [...assume] }]
    const { verdicts } = await judge({ body: { rule, people, ...moment } })
    const { holds, why } = verdicts[0]!
    if (holds !== null) return { holds, why }
    if (waited >= longestMs) throw new Refused(common.unavailable, why)
    await pause(everyMs)
  }
}
