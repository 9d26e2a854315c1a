// The course of a mailing or campaign: its start, its stop, its present numbers.
import { type Id, type Refusal, Refused } from '@lms/contract'
import { cancelTasks, enqueue, type UnitOfWork } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { type AfterStop, atStop, type Counts, noCounts, since } from '../messages/counts.ts'
import { checkStart } from '../messages/start.rules.ts'
import { topicIn, topicRefusals } from '../settings/topic.ts'
import type { SendingReport } from '../tracking/report.object.ts'
import { beginSending, clearQueue } from './begin.task.ts'

/** What a draft begins with, and only the server changes. */
export const fresh = () => ({
  status: 'draft' as const,
  scheduled_at: null,
  local_time: null,
  started_at: null,
  finished_at: null,
  counts: noCounts,
})

/** Begins at this time, or now; returns the move and its changes. Refuses an unfit time. */
export function starting(
  id: Id<'mlg' | 'cmp'>,
  { at, local_time }: { at: string | null; local_time: string | null },
  work: UnitOfWork,
) {
  checkStart(at, work.now)
  const later = at !== null && at > work.now
  enqueue(work, beginSending, { origin: id }, { key: id, ...(later && { at: new Date(at) }) })
  return later
    ? { move: 'schedule' as const, changes: { scheduled_at: at, local_time } }
    : { move: 'start' as const, changes: { started_at: work.now, local_time } }
}

/** Gives up the start of a scheduled one; returns the changes of the draft that it is again. */
function unscheduling(id: Id<'mlg' | 'cmp'>, work: UnitOfWork): { scheduled_at: null; local_time: null } {
  cancelTasks(work, beginSending, [id])
  return { scheduled_at: null, local_time: null }
}

/** Takes what waits of a locked one from the queue; returns the changes of its stop. */
async function stopping(
  { id, status }: { id: Id<'mlg' | 'cmp'>; status: string },
  work: UnitOfWork,
  { messages }: Pick<Stores, 'messages'>,
): Promise<{ finished_at: string; counts: Counts }> {
  if (status === 'scheduled') cancelTasks(work, beginSending, [id])
  enqueue(work, clearQueue, { origin: id }, { key: id })
  const counts = (await messages.countsOf([id])).get(id) ?? noCounts
  return { finished_at: work.now, counts: atStop(counts) }
}

type Target = 'stopped' | 'draft' | 'paused' | 'running' | undefined

interface Moves<Row> {
  move(row: Row, move: 'stop' | 'unschedule' | 'pause' | 'resume', changes: object): Row
  tell(row: Row): void
}
interface Moving<Row> extends Pick<Stores, 'messages'> {
  moves: Moves<Row>
  /** Of what is no more to be stopped, is not scheduled, or neither being sent nor paused. */
  refusals: { over: Refusal; notScheduled: Refusal; notRunning: Refusal }
}

/** A locked one in the state that a request asks for; where it is so already nothing changes. */
export async function moveTo<Row extends { id: Id<'mlg' | 'cmp'>; status: string }>(
  target: Target,
  row: Row,
  work: UnitOfWork,
  { moves, refusals, messages }: Moving<Row>,
): Promise<Row> {
  const { status } = row
  if (target === undefined || target === status) return row
  if (target === 'draft') {
    if (status !== 'scheduled') throw new Refused(refusals.notScheduled)
    return moves.move(row, 'unschedule', unscheduling(row.id, work))
  }
  if (target !== 'stopped') {
    if (status !== 'running' && status !== 'paused') throw new Refused(refusals.notRunning)
    return moves.move(row, target === 'paused' ? 'pause' : 'resume', {})
  }
  if (!['running', 'paused', 'scheduled'].includes(status)) throw new Refused(refusals.over)
  const end = moves.move(row, 'stop', await stopping(row, work, { messages }))
  moves.tell(end)
  return end
}

/** One with its numbers and its report, for whoever reads it alone. */
export async function withReport<Row extends { id: string; status: string; counts: Counts }>(
  row: Row,
  stores: Pick<Stores, 'messages' | 'reports'>,
): Promise<Row & { after_stop: AfterStop | null; report: SendingReport | null }> {
  const hasBegun = row.status !== 'draft' && row.status !== 'scheduled'
  const [[counted], report] = await Promise.all([
    withCounts([row], stores),
    hasBegun ? stores.reports.of(row.id) : null,
  ])
  return { ...counted!, report }
}

/** Rows with their numbers; those of one that is being sent, or was stopped, are counted now. */
export async function withCounts<Row extends { id: string; status: string; counts: Counts }>(
  rows: readonly Row[],
  { messages }: Pick<Stores, 'messages'>,
): Promise<(Row & { after_stop: AfterStop | null; report: null })[]> {
  const moving = rows.filter(({ status }) => ['running', 'paused', 'stopped'].includes(status))
  const now = await messages.countsOf(moving.map(({ id }) => id))
  return rows.map(row => {
    const present = now.get(row.id) ?? row.counts
    if (row.status === 'running' || row.status === 'paused')
      return { ...row, counts: present, after_stop: null, report: null }
    return { ...row, after_stop: row.status === 'stopped' ? since(row.counts, present) : null, report: null }
  })
}

/** Refuses an unknown topic. */
export async function checkTopic(topic: string, { settings }: Pick<Stores, 'settings'>): Promise<void> {
  const { topics } = await settings.get()
  if (!topicIn(topics, topic)) throw new Refused(topicRefusals.topic_unknown)
}
