// Callbacks of services of video: {site_url}/hooks/video/{token}, the address of one session, or of a service that has one
// for all. The webinars service checks address and signature, which covers the bytes as they came.
import { common, Refused } from '@lms/contract'
import { maxCallbackBytes, videoCallbacks } from '@lms/webinars/contract'
import { absent } from '../cache/schools.ts'
import { bytesOf, headersOf, takePlace } from './inbound.ts'
import type { Visit } from './route.ts'

export const noVideo = 'There is no session with this address.'

export async function takeVideoCallback(visit: Visit): Promise<void> {
  const { exchange, parameter: token, school, parts } = visit
  const body = await bodyOf(visit)
  const query = (exchange.target.split('?')[1] ?? '').slice(0, 4000)
  const scope = { school: school.school_id, requestId: exchange.requestId }
  const result = await parts
    .ask('webinars', { videoCallbacks }, scope)
    .videoCallbacks.take({ body: { token, headers: headersOf(exchange), query, body } })
    .catch(absent)
  if (!result) throw new Refused(common.not_found, noVideo)
  exchange.answer(200, '{"taken":true}')
}

/** The body; one by GET has none, and takes its place as well. */
async function bodyOf(visit: Visit): Promise<string> {
  if (visit.exchange.request.method !== 'GET') return bytesOf(visit, maxCallbackBytes)
  takePlace(visit)
  return ''
}
