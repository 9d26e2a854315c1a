// {site_url}/rooms/{token}: the room of a webinar, by the personal entry of a participant, which is the only credential.
// With `?video` behind it, it leads to the video. {site_url}/room-beats/{token}: the participant is present.
import { common, type Id, isId, Refused } from '@lms/contract'
import { Html, html } from '@lms/html'
import { type Room, type roomProblems, rooms } from '@lms/webinars/contract'
import { absent } from '../cache/schools.ts'
import { readFields } from '../public/form.ts'
import { refusePage, seeOther, writePage } from '../public/page.ts'
import { policyOf } from '../public/page-style.ts'
import type { Visit } from '../public/route.ts'
import { limitBy } from '../public/submission-rate.ts'
import { contentOf, isMedia } from './page.ts'
import { roomWords } from './room.words.ts'
import { roomScript, scriptSource } from './script.ts'

type Problem = (typeof roomProblems)[number]

export const noRoom = 'This entry leads to no room, or is not valid any more.'

/** 2,000 characters of any script, escaped for a form. */
const bounds = { bytes: 32 * 1024, fields: 5, characters: 2000 }
/** More than a person writes and answers. */
const ofParticipant = { rate: 1 / 2, burst: 20 }
/** More than all tabs of a participant send. */
const beatsOfParticipant = { rate: 1, burst: 60 }

/** Shows the room, or takes a message or an answer and leads back to it. */
export async function takeRoom(visit: Visit): Promise<void> {
  const { exchange, path, parameter: token } = visit
  const service = serviceOf(visit)
  const show = (room: Room | null, problem: Problem | null = null) => {
    if (!room) throw new Refused(common.not_found, noRoom)
    const script = html`<script type="module">${new Html(roomScript)}</script>\n`
    const content = [...contentOf(room, path, problem, visit.school.language), script]
    writePage(visit, room.title, content, {
      'content-security-policy': policyOf(visit.frame, { script: scriptSource, media: mediaOf(room) }),
    })
  }
  if (exchange.request.method === 'GET') {
    if (exchange.target.endsWith('?video')) return toVideo(visit)
    return show(await service.show({ body: { token } }).catch(absent))
  }
  const fields = Object.fromEntries(await readFields(visit, bounds))
  limitBy(visit.parts, [[`room ${visit.school.school_id} ${token}`, ofParticipant]])
  const taken = await send(service, token, fields).catch(absent)
  if (!taken || taken.problem)
    return show(taken && (await service.show({ body: { token } }).catch(absent)), taken?.problem)
  seeOther(visit, path)
}

/** Where the recording in the page plays; null without one. */
const mediaOf = ({ recording_url }: Room): string | null =>
  recording_url && isMedia(recording_url) ? new URL(recording_url).origin : null

/** Leads to the video, or back to the room while there is none. */
async function toVideo(visit: Visit): Promise<void> {
  const { exchange, path, parameter: token } = visit
  const found = await serviceOf(visit).join({ body: { token } }).catch(absent)
  if (!found) throw new Refused(common.not_found, noRoom)
  // What leads on is for this person alone.
  exchange.head(303, {
    location: found.url ?? path,
    'content-length': 0,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  exchange.response.end()
}

/** Takes a beat; answers when the next one is expected. */
export async function takeBeat(visit: Visit): Promise<void> {
  const { position } = Object.fromEntries(await readFields(visit, bounds))
  if (position !== undefined && !/^\d{1,6}$/.test(position)) throw new Refused(common.invalid_body)
  const token = visit.parameter
  limitBy(visit.parts, [[`beats ${visit.school.school_id} ${token}`, beatsOfParticipant]])
  const position_seconds = position === undefined ? null : Number(position)
  const beat = await serviceOf(visit).beat({ body: { token, position_seconds } }).catch(absent)
  if (!beat) throw new Refused(common.not_found, noRoom)
  visit.exchange.answer(200, JSON.stringify(beat), { 'content-type': 'application/json' })
}

const serviceOf = ({ parts, school, exchange: { requestId } }: Visit) =>
  parts.ask('webinars', { rooms }, { school: school.school_id, requestId }).rooms

/** Sends what the form holds: an answer to a poll, or a message. */
function send(service: ReturnType<typeof serviceOf>, token: string, fields: Record<string, string>) {
  const { block_id, choice = '', text = '' } = fields
  if (block_id !== undefined) {
    if (!isId('wbb', block_id) || !/^\d{1,3}$/.test(choice)) throw new Refused(common.invalid_body)
    return service.answer({ body: { token, block_id: block_id as Id<'wbb'>, choice: Number(choice) } })
  }
  if (text.trim() === '') throw new Refused(common.invalid_body)
  return service.write({ body: { token, text } })
}

/** Shows a refusal as a page. */
export function refuseRoom(visit: Visit, refused: Refused): void {
  const { status } = refused.refusal
  const { gone, unreadable, tooMany, away } = roomWords(visit.school.language)
  const said = status === 404 ? gone : status === 400 ? unreadable : status === 429 ? tooMany : away
  refusePage(visit, said, refused)
}
