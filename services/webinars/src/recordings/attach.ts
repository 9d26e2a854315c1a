// Every recording becomes ready here: one that staff attaches, and one that is found at a service of video.
import { enqueue, type Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import type { Recording } from './recording.contract.ts'
import { tellRecording } from './recording.task.ts'

/** Attaches a recording to a session, or replaces it; both are locked. The first one is told. */
export function attachRecording(
  session: Parameters<Stores['roomEvents']['tell']>[0],
  recording: Parameters<Stores['recordings']['move']>[0],
  source: Pick<Recording, 'url' | 'duration_seconds'>,
  { now, runtime, work }: Pick<Work, 'now' | 'runtime' | 'work'>,
  { recordings, roomEvents }: Pick<Stores, 'recordings' | 'roomEvents'>,
): Recording {
  roomEvents.tell(session, 'state', '', { runtime })
  if (recording.status === 'ready') return recordings.save(recording, source)
  enqueue(work, tellRecording, { session_id: session.id }, { key: session.id })
  return recordings.move(recording, 'attach', { ...source, ready_at: now })
}
