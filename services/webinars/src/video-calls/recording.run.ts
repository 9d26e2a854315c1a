// A recording is asked for, from each minute to each hour, until it is there or its wait has ended: callbacks get lost.
import { builder } from '../builder.ts'
import { attachRecording } from '../recordings/attach.ts'
import { plainRecording, videoProviders } from '../video/providers.ts'
import { lookForRecording, pauseAfterLook } from '../video/room.task.ts'
import { contextOf, roomOf, sealedKeys } from './context.ts'

export const lookForRecordingCall = builder.externalCall(lookForRecording, {
  prepare: async ({ payload: { session_id, kind }, work }, stores) => {
    const [session, recording] = await Promise.all([
      stores.sessions.find(session_id),
      stores.recordings.find(session_id),
    ])
    if (!session || recording?.status !== 'processing') return null
    const [room, keys] = await Promise.all([roomOf(session, stores), sealedKeys(work, stores)])
    return { kind, room, keys }
  },
  call: async (request, outside) => {
    if (!request) return null
    const { kind, room, keys } = request
    return plainRecording(await videoProviders[kind].recordings(room, contextOf(keys, outside)))
  },
  finish: async ({ payload, state, outcome, now, work, runtime }, stores) => {
    const { session_id } = payload
    const { recordings, sessions } = stores
    if ((await recordings.find(session_id))?.status !== 'processing') return
    if (outcome) {
      const session = await sessions.lockAnyVersion(session_id)
      const recording = await recordings.lockAnyVersion(session_id)
      if (recording.status !== 'processing') return
      attachRecording(session, recording, outcome, { now, runtime, work }, stores)
      return
    }
    const looks = (state?.looks ?? 0) + 1
    const at = new Date(work.origin.now.getTime() + pauseAfterLook(looks, Math.random()))
    return { state: { looks }, at }
  },
})
