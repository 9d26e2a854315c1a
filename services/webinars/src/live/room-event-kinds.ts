// What the events of a room are.

/** Events that are kept of one session: who is further behind reads the room anew. */
export const storedEvents = 1000

/**
 * `gone`: a message that is not shown any more. `question`: one with its votes. `hands`: how many are raised. `poll`: new
 * counts. `state`: the session, its chat or its recording.
 */
export const roomEventKinds = [
  'message',
  'question',
  'hands',
  'gone',
  'pin',
  'block',
  'poll',
  'state',
] as const
export type RoomEventKind = (typeof roomEventKinds)[number]
