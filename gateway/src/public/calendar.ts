// {site_url}/calendar/{token}.ics: the calendar of a person for calendar programs. The address needs no credential.
import { common, Refused } from '@lms/contract'
import { calendarFeeds } from '@lms/learning/contract'
import { absent } from '../cache/schools.ts'
import type { Visit } from './route.ts'

export const noCalendar = 'This address leads to no calendar.'

/** Sends the calendar of an address. */
export async function takeCalendar({ exchange, parameter, school, parts, countBytes }: Visit): Promise<void> {
  const scope = { school: school.school_id, requestId: exchange.requestId }
  const token = parameter.slice(0, -'.ics'.length)
  const client = parts.ask('learning', { calendarFeeds }, scope).calendarFeeds
  const calendar = await client.read({ body: { token } }).catch(absent)
  if (!calendar) throw new Refused(common.not_found, noCalendar)
  const bytes = Buffer.from(calendar.content)
  countBytes(bytes.length)
  exchange.answer(200, bytes, { 'content-type': 'text/calendar; charset=utf-8' })
}
