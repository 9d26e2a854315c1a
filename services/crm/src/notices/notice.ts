// What somebody is told by itself, and for how long.
import type { Notification } from '@lms/contract'
import type { Follows, SchoolRuntime, Work } from '@lms/service-host'
import type { User } from '@lms/users/contract'
import type { NoticeEvent } from './notice-facts.ts'

/** What is told later than this has nothing to tell any more: a service was away, or history is read anew. */
export const longestMs = 2 * 86_400_000

/** What queueing needs of the work. */
export interface QueueContext extends Pick<Work, 'work' | 'now'> {
  runtime: Pick<SchoolRuntime, 'config'>
  /** What the messages about an event follow from; absent: what the work does. */
  followsFrom?: (event: NoticeEvent) => Follows
}

/** What somebody is told; `at` is when it came to be, and tells for how long it is worth telling. */
export interface Notice {
  readonly notice: Pick<Notification, 'kind' | 'topic' | 'usual' | 'text'>
  readonly user: User
  readonly values: Readonly<Record<string, string | number>>
  readonly at: string
  readonly follows?: Follows | undefined
}
