import { builder } from '../builder.ts'
import { callbackHandlers } from './callback.handlers.ts'
import { videoSettings } from './context.ts'
import { lookForRecordingCall } from './recording.run.ts'
import { closeVideoCall, lookIntoVideoCall, prepareVideoCall, prepareVideoLateCall } from './room-calls.ts'

export const videoCallResource = builder.resource({
  handlers: [callbackHandlers],
  tasks: [prepareVideoCall, prepareVideoLateCall, closeVideoCall, lookIntoVideoCall, lookForRecordingCall],
  settings: videoSettings,
})
