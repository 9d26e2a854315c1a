// {site_url}/mails/{token}: an e-mail in a browser, as a document of its own.
import { common, Refused } from '@lms/contract'
import { mailViews } from '@lms/crm/contract'
import { absent } from '../cache/schools.ts'
import { scopeOf, type Visit } from './route.ts'
import { unlisted } from './well-known.ts'

export const noMail = 'This link is not valid, or the mail is no longer kept.'

export async function takeMailView(visit: Visit): Promise<void> {
  const { exchange, parameter, parts, countBytes } = visit
  const result = await parts
    .ask('crm', { mailViews }, scopeOf(visit))
    .mailViews.show({ body: { token: parameter.slice(0, 100) } })
    .catch(absent)
  if (!result) throw new Refused(common.not_found, noMail)
  countBytes(Buffer.byteLength(result.html))
  exchange.answer(200, result.html, { 'content-type': 'text/html; charset=utf-8', ...unlisted })
}
