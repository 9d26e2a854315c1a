import { Refused } from '@lms/contract'
import { builder } from '../builder.ts'
import { recordings, refusals } from './recording.contract.ts'

export const recordingHandlers = builder.implement(recordings, {
  get: ({ path }, { recordings }) => recordings.get(path.id),

  attach: async ({ path, body, now }, { recordings, sessions }) => {
    const [session, recording] = await Promise.all([sessions.get(path.id), recordings.lock(path.id)])
    if (session.status === 'canceled') throw new Refused(refusals.session_called_off)
    if (recording.status === 'ready') return recordings.save(recording, body)
    return recordings.move(recording, 'attach', { ...body, ready_at: now })
  },
})
