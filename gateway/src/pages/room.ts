// {site_url}/rooms/{token}: the room of a webinar, by the personal entry of a participant, which is the only credential. With
// `?video` behind it, it leads to the video.
import { common, type Id, isId, type PageVisit, Refused } from '@lms/contract'
import { roomRefusals, rooms } from '@lms/webinars/contract'
import { readFields } from '../public/form.ts'
import { scopeOf, type Visit } from '../public/route.ts'
import { limitBy } from '../public/submission-rate.ts'
import { type Answer, servicePage } from './service-page.ts'

export const noRoom = 'This entry leads to no room, or is not valid any more.'

/** 2,000 characters of any script, escaped for a form. */
export const roomBounds = { bytes: 32 * 1024, fields: 5, characters: 2000 }
/** More than a person writes and answers. */
const ofParticipant = { rate: 1 / 2, burst: 20 }

export const roomsOf = (visit: Visit) => visit.parts.ask('webinars', { rooms }, scopeOf(visit)).rooms

export const roomPage = servicePage({
  missing: noRoom,
  refusals: roomRefusals,
  show: (visit, facts) =>
    visit.exchange.target.endsWith('?video') ? toVideo(visit) : shown(visit, facts, null),
  async send(visit, facts) {
    const fields = Object.fromEntries(await readFields(visit, roomBounds))
    limitBy(visit.parts, [[`room ${visit.school.school_id} ${visit.parameter}`, ofParticipant]])
    const { problem } = await taken(visit, fields)
    return problem ? shown(visit, facts, problem) : { location: visit.path }
  },
})

type Problem = Parameters<ReturnType<typeof roomsOf>['show']>[0]['body']['problem']

const shown = (visit: Visit, facts: PageVisit, problem: Problem) =>
  roomsOf(visit).show({ body: { ...facts, token: visit.parameter, problem } })

/** Leads to the video, or back to the room while there is none. */
async function toVideo(visit: Visit): Promise<Answer> {
  const { url } = await roomsOf(visit).join({ body: { token: visit.parameter } })
  // What leads on is for this person alone.
  return { location: url ?? visit.path, headers: { 'referrer-policy': 'no-referrer' } }
}

/** Sends what the form holds: an answer to a poll, or a message. */
function taken(visit: Visit, { block_id, choice = '', text = '' }: Record<string, string>) {
  const token = visit.parameter
  if (block_id !== undefined) {
    if (!isId('wbb', block_id) || !/^\d{1,3}$/.test(choice)) throw new Refused(common.invalid_body)
    return roomsOf(visit).answer({ body: { token, block_id: block_id as Id<'wbb'>, choice: Number(choice) } })
  }
  if (text.trim() === '') throw new Refused(common.invalid_body)
  return roomsOf(visit).write({ body: { token, text } })
}
