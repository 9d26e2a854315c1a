// What follows from changes of sessions.
import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Registers those who have bought a webinar, once it has a session with a free seat. */
export const placeBuyers = task('place-buyers', {
  payload: z.object({ webinar_id: id('wbn') }),
})

/** Begins a session of an auto-webinar at its time. */
export const beginSession = task('begin-session', {
  payload: z.object({ session_id: id('wbs') }),
  counted: false,
})

/** Finishes a session of an auto-webinar after its duration. */
export const finishSession = task('finish-session', {
  payload: z.object({ session_id: id('wbs') }),
  counted: false,
})

/** How long after the finish late beats still count, in milliseconds. */
export const fixAfter = 120_000

/** Fixes the presence of everybody in a session that is over. */
export const fixAttendance = task('fix-attendance', {
  payload: z.object({ session_id: id('wbs') }),
  state: z.object({ after: id('usr') }),
})
