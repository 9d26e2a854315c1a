// What was committed about people before they enter: who enters through a segment is judged by nothing older.
import type { EventRef, Id } from '@lms/contract'
import type { Outside } from '@lms/service-host'
import { factEvents } from './event-types.ts'

interface At extends Pick<Outside, 'school' | 'requestId'> {
  runtime: Pick<Outside['runtime'], 'standingOf'>
}

/** The causes of an entry that no event is the cause of, at a time. What happens later is none: a wait may be for it. */
export type Causes = (userId: Id<'usr'>, at: string) => EventRef[]

/** Reads them for people. Asks other services: before anything is locked. */
export async function causesOf(
  userIds: readonly Id<'usr'>[],
  { runtime, school, requestId }: At,
): Promise<Causes> {
  const standing = await runtime.standingOf(userIds, factEvents, { school, requestId })
  return (userId, at) => (standing.get(userId) ?? []).filter(event => Date.parse(event.at) <= Date.parse(at))
}
