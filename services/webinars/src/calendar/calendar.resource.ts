import { formatTime } from '@lms/contract'
import { builder } from '../builder.ts'
import { entryPath } from '../links/entry-token.ts'
import { maxSessions, sessionCalendars } from './calendar.contract.ts'

const sessionCalendarHandlers = builder.implement(sessionCalendars, {
  of: async ({ body: { user_id, from, to }, runtime, work }, { registrations, sessions, webinars }) => {
    const registered = await registrations.registeredBetween(user_id, { from, to }, maxSessions)
    const registeredSessions = await sessions.many(registered.map(({ session_id }) => session_id))
    const titles = await webinars.many([...new Set(registeredSessions.map(({ webinar_id }) => webinar_id))])
    const sessionById = new Map<string, (typeof registeredSessions)[number]>(
      registeredSessions.map(each => [each.id, each]),
    )
    const titleById = new Map<string, string>(titles.map(({ id, title }) => [id, title]))
    return {
      sessions: registered.flatMap(({ id, session_id, webinar_id, entry_number }) => {
        const session = sessionById.get(session_id)
        if (!session) return []
        const ends = Date.parse(session.starts_at) + session.duration_minutes * 60_000
        return {
          ...{ registration_id: id, session_id, title: titleById.get(webinar_id) ?? '' },
          starts_at: session.starts_at,
          ends_at: formatTime(new Date(ends)),
          entry_path: entryPath(runtime.vault, work.school, { id, entry_number }),
        }
      }),
    }
  },
})

export const calendarResource = builder.resource({
  handlers: [sessionCalendarHandlers],
})
