import { Refused } from '@lms/contract'
import { builder } from '../builder.ts'
import { attachRecording } from './attach.ts'
import { recordings, refusals } from './recording.contract.ts'
import { failRecording } from './recording.task.ts'

const failRecordingTask = builder.task(failRecording, async ({ payload }, { recordings }) => {
  if (!(await recordings.find(payload.session_id))) return
  const recording = await recordings.lockAnyVersion(payload.session_id)
  if (recording.status === 'processing') recordings.move(recording, 'fail')
})

const recordingHandlers = builder.implement(recordings, {
  get: ({ path }, { recordings }) => recordings.get(path.id),

  attach: async ({ path, body, now, runtime, work }, { recordings, roomEvents, sessions }) => {
    const session = await sessions.lockAnyVersion(path.id)
    const recording = await recordings.lock(path.id)
    if (session.status === 'canceled') throw new Refused(refusals.session_called_off)
    return attachRecording(session, recording, body, { now, runtime, work }, { recordings, roomEvents })
  },
})

export const recordingResource = builder.resource({
  handlers: [recordingHandlers],
  tasks: [failRecordingTask],
})
