// {site_url}/links/{token} leads to the target of a link in an e-mail, {site_url}/opens/{token} is a picture in it. The crm
// service keeps the targets and checks the signature, so nobody can make a link of this site lead elsewhere.
import { common, Refused } from '@lms/contract'
import { tracking } from '@lms/crm/contract'
import { absent } from '../cache/schools.ts'
import { inAscii } from './page-cache.ts'
import type { Visit } from './route.ts'

export const noTracked = 'This link is not valid.'

/** A transparent GIF of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

export async function takeLink(visit: Visit): Promise<void> {
  const { target } = await hit(visit, 'links')
  const location = target === null ? '/' : written(target)
  visit.exchange.answer(302, '', { location, 'content-type': 'text/plain; charset=utf-8' })
}

/** A target as browsers write it: templates have any letter, a header takes none beyond ASCII. */
const written = (target: string) => URL.parse(target)?.href ?? inAscii(target)

export async function takeOpening(visit: Visit): Promise<void> {
  await hit(visit, 'opens')
  visit.exchange.answer(200, pixel, { 'content-type': 'image/gif' })
}

async function hit({ exchange, parameter, school, parts }: Visit, kind: 'links' | 'opens') {
  const { request, requestId, isHead } = exchange
  // A program that only asks whether the link is there.
  const agent = isHead ? 'bot' : (request.headers['user-agent'] ?? 'bot').slice(0, 300)
  const scope = { school: school.school_id, requestId }
  const result = await parts
    .ask('crm', { tracking }, scope)
    .tracking.hit({ body: { kind, token: parameter.slice(0, 100), agent } })
    .catch(absent)
  if (!result) throw new Refused(common.not_found, noTracked)
  return result
}
