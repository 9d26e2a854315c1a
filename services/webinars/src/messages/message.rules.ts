// Whether somebody may write in a chat now, and how what they write begins: pure functions.
import { Refused } from '@lms/contract'
import type { SessionRow } from '../sessions/session.store.ts'
import { refusals, type WebinarMessage } from './message.contract.ts'

/** Who writes: staff, or a participant with what is known of them in this chat. */
export type Writer = 'staff' | { banned: boolean; last_at: string | null }

/** Refuses a message that the chat does not take now; otherwise the state in which it begins. */
export function statusOfNew(
  { status, chat }: Pick<SessionRow, 'status' | 'chat'>,
  writer: Writer,
  now: string,
): Extract<WebinarMessage['status'], 'visible' | 'pending'> {
  if (writer === 'staff') {
    if (status !== 'scheduled' && status !== 'live') throw new Refused(refusals.chat_closed)
    return 'visible'
  }
  if (writer.banned) throw new Refused(refusals.author_banned)
  if (status !== 'live' || !chat.open) throw new Refused(refusals.chat_closed)
  const { last_at } = writer
  // Clocks of two processes differ: the last message can be later than now.
  const passed = last_at === null ? Number.POSITIVE_INFINITY : Date.parse(now) - Date.parse(last_at)
  if (chat.slow_seconds > 0 && passed < chat.slow_seconds * 1000) throw new Refused(refusals.too_soon)
  return chat.moderated ? 'pending' : 'visible'
}
