// Every registration is made here, under the lock of its session: its seats are exact however many ask at once.
import { type Id, newId, Refused } from '@lms/contract'
import { enqueue, type UnitOfWork, type Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import { placeBuyers, tellRegistered } from '../sessions/session.task.ts'
import { type RegistrationRecord, refusals, webinarRegistered } from './registration.contract.ts'
import type { RegistrationRow } from './registration.store.ts'

type Reason = Pick<RegistrationRecord, 'source' | 'order_id'>

/**
 * Registers a person, who is held present, for a locked session; who is registered already stays so. Refuses a session
 * that is over, and a full one.
 */
export async function register(
  session: SessionRow,
  user_id: Id<'usr'>,
  reason: Reason,
  { emit, work }: Pick<Work, 'emit' | 'work'>,
  { registrations, sessions }: Stores,
): Promise<RegistrationRow> {
  const present = await registrations.lockOf(session.id, user_id)
  if (present?.status === 'registered') return present
  refuseClosed(session)
  sessions.count(session.id, 1)
  if (present) {
    tellOf(present.id, work)
    return registrations.move(present, 'register', { ...reason, canceled_at: null })
  }
  const { id: session_id, webinar_id } = session
  const registration = registrations.insert({
    ...registrations.fresh(newId('wbr')),
    ...{ session_id, webinar_id, user_id, ...reason },
    status: 'registered',
    banned: false,
    hand_raised_at: null,
    canceled_at: null,
    entry_number: 0,
  })
  emit(webinarRegistered, registration)
  tellOf(registration.id, work)
  return registration
}

/** Gives a registration another entry: who is in the room by the present one leaves it. The person is told the new one. */
export function renewEntry(
  registration: RegistrationRow,
  { work }: Pick<Work, 'work'>,
  { registrations, roomEvents }: Stores,
): RegistrationRow {
  roomEvents.cut(registration.id)
  tellOf(registration.id, work)
  return registrations.save(registration, { entry_number: registration.entry_number + 1 })
}

/** Whether every seat of a session is taken. */
export const isFull = ({
  seats,
  registered_count,
}: Pick<SessionRow, 'seats' | 'registered_count'>): boolean => seats !== null && registered_count >= seats

/** Refuses a session that is over, and a full one. */
export function refuseClosed(session: SessionRow): void {
  if (session.status === 'finished' || session.status === 'canceled')
    throw new Refused(refusals.session_closed)
  if (isFull(session)) throw new Refused(refusals.session_seats_taken)
}

/** Cancels a registration, whose session is locked: the seat is free for a buyer who waits for one. */
export function cancelRegistration(
  registration: RegistrationRow,
  { now, work }: Pick<Work, 'now' | 'work'>,
  { registrations, roomEvents, sessions }: Stores,
): RegistrationRow {
  if (registration.status === 'canceled') return registration
  const { session_id, webinar_id } = registration
  sessions.count(session_id, -1)
  roomEvents.cut(registration.id)
  tellOf(registration.id, work)
  enqueue(work, placeBuyers, { webinar_id }, { key: webinar_id })
  return registrations.move(registration, 'cancel', { canceled_at: now })
}

const tellOf = (registration_id: Id<'wbr'>, work: UnitOfWork) =>
  enqueue(work, tellRegistered, { registration_id }, { key: registration_id })
