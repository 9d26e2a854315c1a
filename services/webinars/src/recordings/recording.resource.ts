import { builder } from '../builder.ts'
import { recordingHandlers } from './recording.handlers.ts'
import { failRecordingTask } from './recording.run.ts'

export const recordingResource = builder.resource({
  handlers: [recordingHandlers],
  tasks: [failRecordingTask],
})
