// {site_url}/room-beats/{token}: a participant of a webinar is present.
import { common, Refused } from '@lms/contract'
import { absent } from '../cache/schools.ts'
import { noRoom, roomBounds, roomsOf } from '../pages/room.ts'
import { readFields } from '../public/form.ts'
import type { Visit } from '../public/route.ts'
import { limitBy } from '../public/submission-rate.ts'

/** More than all tabs of a participant send. */
const beatsOfParticipant = { rate: 1, burst: 60 }

/** Takes a beat; answers when the next one is expected. */
export async function takeBeat(visit: Visit): Promise<void> {
  const { position } = Object.fromEntries(await readFields(visit, roomBounds))
  if (position !== undefined && !/^\d{1,6}$/.test(position)) throw new Refused(common.invalid_body)
  const token = visit.parameter
  limitBy(visit.parts, [[`beats ${visit.school.school_id} ${token}`, beatsOfParticipant]])
  const position_seconds = position === undefined ? null : Number(position)
  const beat = await roomsOf(visit).beat({ body: { token, position_seconds } }).catch(absent)
  if (!beat) throw new Refused(common.not_found, noRoom)
  visit.exchange.answer(200, JSON.stringify(beat), { 'content-type': 'application/json' })
}
