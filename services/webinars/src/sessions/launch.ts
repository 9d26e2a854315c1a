// How a session is scheduled, begun and finished, by hand or by the rule of an auto-webinar.
import { type Id, newId } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import { showsAt } from '../blocks/block.rules.ts'
import { showBlock } from '../blocks/show-block.task.ts'
import type { Stores } from '../builder.ts'
import { failRecording, recordingWait } from '../recordings/recording.task.ts'
import type { VideoKind } from '../video/provider/provider.ts'
import { closeVideo, lookForRecording, pauseAfterLook, prepareVideo } from '../video/room.task.ts'
import { sessionScheduled } from './session.contract.ts'
import type { WebinarSession } from './session.object.ts'
import type { SessionRow } from './session.store.ts'
import {
  beginSession,
  finishSession,
  fixAfter,
  fixAttendance,
  forgetRoom,
  placeBuyers,
  remind,
  sayScript,
} from './session.task.ts'

type NewSession = Pick<
  WebinarSession,
  | 'webinar_id'
  | 'starts_at'
  | 'duration_minutes'
  | 'host'
  | 'video'
  | 'join_url'
  | 'seats'
  | 'chat'
  | 'recorded'
  | 'auto'
>

/** Schedules a session; its webinar is locked. */
export function schedule(
  newSession: NewSession,
  reminderMinutes: readonly number[],
  { emit, work }: Pick<Work, 'emit' | 'work'>,
  { recordings, sessions }: Stores,
): SessionRow {
  const id = newId('wbs')
  const times = { started_at: null, finished_at: null, canceled_at: null }
  const counts = { registered_count: 0, last_sequence: 0, last_event: 0, moves: 0 }
  const session = sessions.insert({
    ...{ ...newSession, ...times, ...counts },
    status: 'scheduled',
    video_status: 'none',
    ...sessions.fresh(id),
  })
  const none = { status: 'none' as const, url: null, duration_seconds: null, ready_at: null }
  recordings.insert({ ...recordings.fresh(id), ...none })
  emit(sessionScheduled, session)
  enqueue(work, placeBuyers, { webinar_id: session.webinar_id }, { key: session.webinar_id })
  beginInTime(session, work)
  remindInTime(session, reminderMinutes, work)
  return session
}

/** Has a session of an auto-webinar begun at its time. */
export function beginInTime({ id, auto, starts_at }: SessionRow, work: Work['work']): void {
  if (auto) enqueue(work, beginSession, { session_id: id }, { key: id, at: new Date(starts_at) })
}

/** Has the people of a session that is to begin reminded, at the times that are still to come. */
export function remindInTime(
  { id, starts_at }: Pick<SessionRow, 'id' | 'starts_at'>,
  reminderMinutes: readonly number[],
  work: Work['work'],
): void {
  for (const minutes of reminderMinutes) {
    const at = new Date(Date.parse(starts_at) - minutes * 60_000)
    if (at > work.origin.now)
      enqueue(work, remind, { session_id: id, minutes, starts_at }, { key: `${id} ${minutes}`, at })
  }
}

/** Begins a locked session. */
export async function begin(
  session: SessionRow,
  { now, work, runtime }: Pick<Work, 'now' | 'work' | 'runtime'>,
  { blocks, roomEvents, sessions }: Stores,
): Promise<SessionRow> {
  const { video } = session
  const live = sessions.move(session, 'start', { started_at: now, ...openVideo(session, video, work) })
  roomEvents.tell(session, 'state', '', { runtime })
  await tellPolls(session, { runtime }, { blocks, roomEvents })
  for (const block of await blocks.timed(live.id))
    enqueue(work, showBlock, { block_id: block.id }, { key: block.id, at: showsAt(block, live)! })
  finishInTime(live, work)
  if (live.auto) enqueue(work, sayScript, { session_id: live.id }, { key: live.id })
  // Whoever has bought it since its announced end waits.
  enqueue(work, placeBuyers, { webinar_id: live.webinar_id }, { key: live.webinar_id })
  return live
}

/** Has a live session of an auto-webinar finished after its duration. */
export function finishInTime(
  { id, auto, status, started_at, duration_minutes }: SessionRow,
  work: Work['work'],
) {
  if (!auto || status !== 'live') return
  const at = new Date(Date.parse(started_at!) + duration_minutes * 60_000)
  enqueue(work, finishSession, { session_id: id }, { key: id, at })
}

type OfVideo = Pick<WebinarSession, 'video' | 'video_status'>

/** Has the room of a session that is live made at a service; what the session says of it. */
export function openVideo({ id }: Pick<SessionRow, 'id'>, video: VideoKind, work: Work['work']): OfVideo {
  if (video === 'link') return { video, video_status: 'none' }
  enqueue(work, prepareVideo, { session_id: id, kind: video }, { key: id })
  return { video, video_status: 'preparing' }
}

/** Has the room of a session ended; what the session says of it. */
export function leaveVideo({ id, video, video_status }: SessionRow, work: Work['work']): OfVideo {
  if (video_status === 'none') return { video, video_status }
  enqueue(work, closeVideo, { session_id: id, kind: video }, { key: `${id} ${video}` })
  return { video, video_status: 'closed' }
}

/** Finishes a locked session. */
export async function finish(
  session: SessionRow,
  { now, work, runtime }: Pick<Work, 'now' | 'work' | 'runtime'>,
  { blocks, recordings, roomEvents, sessions }: Stores,
): Promise<SessionRow> {
  const finished = sessions.move(session, 'finish', { finished_at: now, ...leaveVideo(session, work) })
  roomEvents.tell(session, 'state', '', { runtime })
  await tellPolls(session, { runtime }, { blocks, roomEvents })
  const later = (ms: number) => new Date(work.origin.now.getTime() + ms)
  const key: Id<'wbs'> = finished.id
  enqueue(work, fixAttendance, { session_id: key }, { key, at: later(fixAfter) })
  // At once, so that the task looks when its webinar lets it.
  enqueue(work, forgetRoom, { session_id: key }, { key })
  const recording = finished.recorded ? await recordings.lockAnyVersion(key) : null
  if (recording?.status === 'none') {
    recordings.move(recording, 'process')
    enqueue(work, failRecording, { session_id: key }, { key, at: later(recordingWait) })
    if (finished.video !== 'link') {
      const at = later(pauseAfterLook(0, Math.random()))
      enqueue(work, lookForRecording, { session_id: key, kind: finished.video }, { key, at })
    }
  }
  return finished
}

/** A poll takes answers only while its session is live: it is shown in another way from now on. */
async function tellPolls(
  session: SessionRow,
  ctx: Pick<Work, 'runtime'>,
  { blocks, roomEvents }: Pick<Stores, 'blocks' | 'roomEvents'>,
): Promise<void> {
  for (const { id, kind } of await blocks.shownIn(session.id))
    if (kind === 'poll') roomEvents.tell(session, 'block', id, ctx)
}
