// Failed sign-ins, for the audit log of the school.
import { Refused } from '@lms/contract'
import { inSchool, type Work } from '@lms/service-host'

/** Records of a school in a minute: strangers could fill its log otherwise. */
const perMinute = 20
const minuteMs = 60_000
/** Schools that are counted at a time. */
const maxSchools = 10_000

const counts = new Map<string, { minute: number; count: number }>()

/** Whether one more may be recorded in this minute. */
function mayRecord(school: string, now: number): boolean {
  const minute = Math.floor(now / minuteMs)
  const before = counts.get(school)
  const count = before?.minute === minute ? before.count + 1 : 1
  if (!before && counts.size >= maxSchools) counts.clear()
  counts.set(school, { minute, count })
  return count <= perMinute
}

/** What `attempt` gives; where it is refused, the refusal stands in the audit log. */
export async function recordingFailure<T>(
  operation: string,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const { school, origin } = work
    const isFailure = error instanceof Refused && error.refusal.status < 500
    if (isFailure && mayRecord(school, runtime.clock.now().getTime()))
      await inSchool(
        school,
        runtime,
        async within =>
          within.work.outgoing.audit({
            operation,
            objectId: null,
            status: error.refusal.status,
            at: runtime.clock.now(),
          }),
        { requestId: origin.requestId, clientRequestId: origin.clientRequestId, askedBy: origin.caller },
      )
    throw error
  }
}
