// What a channel says of a message later: that the person has it, or that it came back.
import type { Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { suppressAfterSoft, suppressedBy } from '../dispatch/record-outcomes.ts'
import { type MessageRow, withStep } from '../messages/message.store.ts'
import { messageBounced, messageDelivered } from '../messages/message-events.ts'

export interface Reported {
  id: Id<'msg'>
  /** hard: the address takes nothing any more. soft: it did not take this one. */
  kind: 'delivered' | 'hard' | 'soft' | 'complaint'
  /** In the words of the channel. */
  answer: string
}

type At = Pick<Work, 'work' | 'runtime' | 'now' | 'emit'>

/** A message that has left, or may have: a report can be sooner than the answer to the message that it is about. */
const mayHaveLeft: readonly MessageRow['status'][] = ['sending', 'deferred', 'sent', 'unknown']

/** Enters reports. One that comes again, and one about a message that did not leave, changes nothing. */
export async function report(reports: readonly Reported[], ctx: At, stores: Stores): Promise<void> {
  const rows = await stores.messages.lockMany([...new Set(reports.map(({ id }) => id))])
  let present = new Map(rows.map(row => [row.id, row]))
  for (const each of reports) {
    const row = present.get(each.id)
    if (!row || !mayHaveLeft.includes(row.status)) continue
    const { kind, answer } = each
    const saved =
      kind === 'delivered' ? deliver(row, ctx, stores) : bounce(row, { kind, answer }, ctx, stores)
    if (saved && kind === 'soft') await suppressAfterSoft(row, answer, ctx, stores)
    if (saved) present = new Map([...present, [row.id, saved]])
  }
}

/** What counts after what. */
const weight = { soft: 1, hard: 2, complaint: 3 } as const

function deliver(row: MessageRow, { now, emit }: At, { messages }: Stores): MessageRow | null {
  if (row.delivered_at !== null) return null
  const saved = messages.save(row, { delivered_at: now, timeline: withStep(row, 'delivered', now) })
  emit(messageDelivered, saved)
  return { ...row, ...saved }
}

function bounce(
  row: MessageRow,
  { kind, answer }: { kind: Exclude<Reported['kind'], 'delivered'>; answer: string },
  ctx: At,
  { messages, suppressions }: Stores,
): MessageRow | null {
  const { now, emit } = ctx
  // A complaint follows a delivery, and counts whatever came before it; what is final follows what was not.
  if (row.bounced_at !== null && weight[kind] <= weight[row.bounce ?? 'soft']) return null
  const bounced_at = row.bounced_at ?? now
  const timeline = withStep(row, kind === 'complaint' ? 'complained' : 'bounced', now)
  const saved = messages.save(row, { bounce: kind, bounced_at, timeline, answer: answer.slice(0, 500) })
  emit(messageBounced, saved)
  if (kind !== 'soft' && row.address !== null) {
    const reason = kind === 'hard' ? 'hard_bounce' : 'complaint'
    suppressions.suppress({ ...suppressedBy(row, row.address, ctx), topic: null, reason })
  }
  return { ...row, ...saved }
}
