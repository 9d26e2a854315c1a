import { id } from '@lms/contract'
import { enqueue, task, type Work } from '@lms/service-host'
import { z } from 'zod'
import { countAfter } from '../blocks/count-poll.task.ts'
import { builder, type Stores } from '../builder.ts'
import type { RegistrationRow } from './registration.store.ts'

/** Tells the room of a session how many raise a hand. */
const countHands = task('count-hands', {
  payload: z.object({ session_id: id('wbs') }),
  counted: false,
})

/** Raises or lowers the hand of a participant, whose registration is locked. A hand that is raised keeps its time. */
export function raiseHand(
  registration: RegistrationRow,
  raised: boolean,
  { now, work }: Pick<Work, 'now' | 'work'>,
  { registrations }: Pick<Stores, 'registrations'>,
): RegistrationRow {
  const saved = registrations.save(registration, {
    hand_raised_at: raised ? (registration.hand_raised_at ?? now) : null,
  })
  if (saved === registration) return registration
  const { session_id } = registration
  const at = new Date(work.origin.now.getTime() + countAfter)
  enqueue(work, countHands, { session_id }, { key: session_id, at })
  return saved
}

export const countHandsTask = builder.task(
  countHands,
  async ({ payload, runtime }, { roomEvents, sessions }) => {
    if (!(await sessions.find(payload.session_id))) return
    roomEvents.tell(await sessions.lockAnyVersion(payload.session_id), 'hands', '', { runtime })
  },
)
