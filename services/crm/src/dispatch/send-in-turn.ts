// A group is handed over one message after the other, by a channel that may be slow or silent.
import type { Ended } from './outcome.ts'

/**
 * Milliseconds after which no further message of a group begins, so that the one under way, with the silence that a channel
 * may keep, ends before the step's deadline. A step that ran out of time would say of none of its messages whether it has
 * left: those that were sent, and those that never left, would be `unknown` alike, and not repeated.
 */
export const beginMs = 45_000

/** What became of each message; `passedMs` counts from the beginning of the step. */
export async function inTurn<M extends { readonly id: string }>(
  group: readonly M[],
  hand: (message: M) => Promise<Ended>,
  passedMs: () => number,
): Promise<Map<string, Ended>> {
  const ended = new Map<string, Ended>()
  for (const message of group)
    ended.set(message.id, passedMs() > beginMs ? { status: 'unsent', filled: null } : await hand(message))
  return ended
}
