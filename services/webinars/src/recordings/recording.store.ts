import type { Caller } from '@lms/contract'
import { objectTable, storeOf } from '@lms/service-host'
import { Recording, recordingLifecycle, recordingReady } from './recording.contract.ts'

/** Students see the recordings of sessions for which they are registered. */
const registered = ({ role, school, user }: Caller) =>
  role === 'student'
    ? {
        sql: `exists (select from "webinars"."registrations" r where r.school_id = $ and r.user_id = $
          and r.session_id = t.id and r.status = 'registered')`,
        values: [school, user],
      }
    : null

const recordings = objectTable('webinars.recordings', Recording, {
  visible: registered,
  lifecycle: { of: recordingLifecycle, emits: { process: null, attach: recordingReady, fail: null } },
})

export class RecordingStore extends storeOf(recordings) {}
