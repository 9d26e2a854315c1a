// What is asked of a service of video, by whoever begins, changes or ends a session.
import { id, oneOf } from '@lms/contract'
import { task, throughOutages } from '@lms/service-host'
import { z } from 'zod'
import { videoKinds } from './provider/provider.ts'

const payload = z.object({ session_id: id('wbs'), kind: oneOf(videoKinds) })

/** Makes the room of a session that is live. After some minutes without an answer whoever leads can see that it has failed. */
export const prepareVideo = task('prepare-video', {
  returns: 'later',
  payload,
  longestPause: 60,
  counted: false,
})

/** Goes on with that for hours, while the session is live: the service of video may come back. */
export const prepareVideoLate = task('prepare-video-late', {
  returns: 'later',
  payload,
  pause: 60,
  ...throughOutages,
  longestPause: 300,
  counted: false,
})

/** Ends the room of a session: people would stay in it, and it would cost. */
export const closeVideo = task('close-video', {
  returns: 'later',
  payload,
  ...throughOutages,
  counted: false,
})

/**
 * Seconds between two looks at a room: with a gap of one slot closed, as good as a beat of each person in it. A look that
 * comes five seconds late leaves no larger gap.
 */
export const lookEvery = 25
/** Looks at one room: two days. A session that nobody ends is not looked at for ever. */
export const maxLooks = 6912

/** Looks who is in a room. */
export const lookIntoVideo = task('look-into-video', {
  returns: 'later',
  payload,
  state: z.object({ looks: z.int32() }),
  // Five hours without an answer.
  attempts: 70,
  pause: 5,
  longestPause: 300,
  counted: false,
})

/** Asks for the recording of a session that is over: callbacks get lost. */
export const lookForRecording = task('look-for-recording', {
  returns: 'later',
  payload,
  state: z.object({ looks: z.int32() }),
  // Longer than a recording is awaited.
  attempts: 200,
  pause: 60,
  longestPause: 3600,
  counted: false,
})

/** Milliseconds from one look for a recording to the next: from a minute to an hour, so that not all ask at once. */
export const pauseAfterLook = (looks: number, chance: number): number =>
  Math.min(60_000 * 2 ** looks, 3_600_000) * (0.75 + chance / 2)
