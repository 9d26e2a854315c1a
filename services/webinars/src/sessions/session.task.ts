// What follows from changes of sessions.
import { id, timestamp } from '@lms/contract'
import { task, throughOutages } from '@lms/service-host'
import { z } from 'zod'

/** Registers those who have bought a webinar, once it has a session with a free seat. */
export const placeBuyers = task('place-buyers', {
  payload: z.object({ webinar_id: id('wbn') }),
})

/** Lets the buyers of a session that was called off wait for another one. */
export const releaseBuyers = task('release-buyers', {
  payload: z.object({ session_id: id('wbs'), webinar_id: id('wbn') }),
})

/** Schedules the next session of an auto-webinar. */
export const planSessions = task('plan-sessions', {
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

/** Writes the messages of an auto-webinar's script into the chat of a session, each at its offset. */
export const sayScript = task('say-script', {
  payload: z.object({ session_id: id('wbs') }),
  state: z.object({ said: z.int() }),
  counted: false,
})

/** How long after the finish late beats still count, in milliseconds. */
export const fixAfter = 120_000

/** Fixes the presence of everybody in a session that is over. */
export const fixAttendance = task('fix-attendance', {
  payload: z.object({ session_id: id('wbs') }),
  state: z.object({ after: id('usr') }),
})

/** Tells a person that they are registered, or are not any more. */
export const tellRegistered = task('tell-registered', {
  returns: 'later',
  ...throughOutages,
  payload: z.object({ registration_id: id('wbr') }),
  counted: false,
})

/** Reminds everybody who is registered, so many minutes before the session that begins then. */
export const remind = task('remind', {
  returns: 'later',
  ...throughOutages,
  payload: z.object({ session_id: id('wbs'), minutes: z.int32(), starts_at: timestamp() }),
  state: z.object({ after: id('wbr') }),
  counted: false,
})

/** Tells everybody who is registered of the last of so many moves of a session. */
export const tellMoved = task('tell-moved', {
  returns: 'later',
  ...throughOutages,
  payload: z.object({ session_id: id('wbs'), moves: z.int32() }),
  state: z.object({ after: id('wbr') }),
  counted: false,
})

/** Forgets what was said and answered in the room of a session that is over, when its webinar no longer keeps it. */
export const forgetRoom = task('forget-room', {
  payload: z.object({ session_id: id('wbs') }),
  state: z.object({ due: timestamp() }),
  counted: false,
})

/** Has the rooms of a webinar forgotten in time. */
export const planForgetting = task('plan-forgetting', {
  payload: z.object({ webinar_id: id('wbn') }),
  state: z.object({ after: id('wbs') }),
  counted: false,
})

/** Has the reminders of all sessions of a webinar that are to begin. */
export const planReminders = task('plan-reminders', {
  payload: z.object({ webinar_id: id('wbn') }),
  state: z.object({ after: id('wbs') }),
  counted: false,
})
