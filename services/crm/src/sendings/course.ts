// The course of a mailing or campaign: its start, its stop, its present numbers.
import { type Id, Refused } from '@lms/contract'
import { cancelTasks, enqueue, type UnitOfWork } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { type AfterStop, atStop, type Counts, noCounts, since } from '../messages/counts.ts'
import { checkStart } from '../messages/start.rules.ts'
import { topicIn, topicRefusals } from '../settings/topic.ts'
import { beginSending, clearQueue } from './begin.task.ts'

/** What a draft begins with, and only the server changes. */
export const fresh = () => ({
  status: 'draft' as const,
  scheduled_at: null,
  started_at: null,
  finished_at: null,
  counts: noCounts,
})

/** Begins at this time, or now; returns the move and its changes. Refuses an unfit time. */
export function starting(id: Id<'mlg' | 'cmp'>, at: string | null, work: UnitOfWork) {
  checkStart(at, work.now)
  const later = at !== null && at > work.now
  enqueue(work, beginSending, { origin: id }, { key: id, ...(later && { at: new Date(at) }) })
  return later
    ? { move: 'schedule' as const, changes: { scheduled_at: at } }
    : { move: 'start' as const, changes: { started_at: work.now } }
}

/** Gives up the start of a scheduled one; returns the changes of the draft that it is again. */
export function unscheduling(id: Id<'mlg' | 'cmp'>, work: UnitOfWork): { scheduled_at: null } {
  cancelTasks(work, beginSending, [id])
  return { scheduled_at: null }
}

/** Takes what waits of a locked one from the queue; returns the changes of its stop. */
export async function stopping(
  { id, status }: { id: Id<'mlg' | 'cmp'>; status: string },
  work: UnitOfWork,
  { messages }: Pick<Stores, 'messages'>,
): Promise<{ finished_at: string; counts: Counts }> {
  if (status === 'scheduled') cancelTasks(work, beginSending, [id])
  enqueue(work, clearQueue, { origin: id }, { key: id })
  const counts = (await messages.countsOf([id])).get(id) ?? noCounts
  return { finished_at: work.now, counts: atStop(counts) }
}

/** Rows with their numbers; those of one that is being sent, or was stopped, are counted now. */
export async function withCounts<Row extends { id: string; status: string; counts: Counts }>(
  rows: readonly Row[],
  { messages }: Pick<Stores, 'messages'>,
): Promise<(Row & { after_stop: AfterStop | null })[]> {
  const moving = rows.filter(({ status }) => status === 'running' || status === 'stopped')
  const now = await messages.countsOf(moving.map(({ id }) => id))
  return rows.map(row => {
    const present = now.get(row.id) ?? row.counts
    if (row.status === 'running') return { ...row, counts: present, after_stop: null }
    return { ...row, after_stop: row.status === 'stopped' ? since(row.counts, present) : null }
  })
}

/** Refuses an unknown topic. */
export async function checkTopic(topic: string, { settings }: Pick<Stores, 'settings'>): Promise<void> {
  const { topics } = await settings.get()
  if (!topicIn(topics, topic)) throw new Refused(topicRefusals.topic_unknown)
}
