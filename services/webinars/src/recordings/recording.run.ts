import { builder } from '../builder.ts'
import { failRecording } from './recording.task.ts'

export const failRecordingTask = builder.task(failRecording, async ({ payload }, { recordings }) => {
  if (!(await recordings.find(payload.session_id))) return
  const recording = await recordings.lockAnyVersion(payload.session_id)
  if (recording.status === 'processing') recordings.move(recording, 'fail')
})
