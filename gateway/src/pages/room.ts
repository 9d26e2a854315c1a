// {site_url}/rooms/{token}: the room of a webinar, by the personal entry of a participant, which is the only credential. With
// `?video` behind it, it leads to the video.
import { common, isId, type PageVisit, Refused } from '@lms/contract'
import { roomRefusals, rooms } from '@lms/webinars/contract'
import { readFields } from '../public/form.ts'
import { scopeOf, type Visit } from '../public/route.ts'
import { limitBy } from '../public/submission-rate.ts'
import { type Answer, servicePage } from './service-page.ts'

export const noRoom = 'This entry leads to no room, or is not valid any more.'

/** 2,000 characters of any script, escaped for a form; or every option of a poll. */
export const roomBounds = { bytes: 32 * 1024, fields: 25, characters: 2000 }
/** More than a person writes and answers. */
const ofParticipant = { rate: 1 / 2, burst: 20 }

export const roomsOf = (visit: Visit) => visit.parts.ask('webinars', { rooms }, scopeOf(visit)).rooms

export const roomPage = servicePage({
  missing: noRoom,
  refusals: roomRefusals,
  show: (visit, facts) =>
    visit.exchange.target.endsWith('?video') ? toVideo(visit) : renderRoom(visit, facts, null),
  async send(visit, facts) {
    const fields = await readFields(visit, roomBounds)
    limitBy(visit.parts, [[`room ${visit.school.school_id} ${visit.parameter}`, ofParticipant]])
    const { problem } = await submitFields(visit, fields)
    return problem ? renderRoom(visit, facts, problem) : { location: visit.path }
  },
})

type Problem = Parameters<ReturnType<typeof roomsOf>['show']>[0]['body']['problem']

const renderRoom = (visit: Visit, facts: PageVisit, problem: Problem) =>
  roomsOf(visit).show({ body: { ...facts, token: visit.parameter, problem } })

/** Leads to the video, or back to the room while there is none. */
async function toVideo(visit: Visit): Promise<Answer> {
  const { url } = await roomsOf(visit).join({ body: { token: visit.parameter } })
  // What leads on is for this person alone.
  return { location: url ?? visit.path, headers: { 'referrer-policy': 'no-referrer' } }
}

/** Sends what the form holds: an answer to a poll, a vote, a hand, or a message. */
function submitFields(visit: Visit, fields: Fields) {
  const token = visit.parameter
  const { block_id, vote, hand, kind = 'chat', text = '' } = Object.fromEntries(fields)
  const invalid = () => new Refused(common.invalid_body)
  const room = roomsOf(visit)
  if (block_id !== undefined) {
    const choices = fields.filter(([name]) => name === 'choice').map(([, value]) => value)
    const isChosen = choices.length > 0 && choices.every(choice => /^\d{1,3}$/.test(choice))
    if (!isId('wbb', block_id) || !isChosen) throw invalid()
    return room.answer({ body: { token, block_id, choices: choices.map(Number) } })
  }
  if (vote !== undefined) {
    if (!isId('wbm', vote)) throw invalid()
    return room.vote({ body: { token, message_id: vote } })
  }
  if (hand !== undefined) {
    if (hand !== 'up' && hand !== 'down') throw invalid()
    return room.raiseHand({ body: { token, raised: hand === 'up' } })
  }
  if (text.trim() === '' || (kind !== 'chat' && kind !== 'question')) throw invalid()
  return room.write({ body: { token, text, kind } })
}
type Fields = Awaited<ReturnType<typeof readFields>>
