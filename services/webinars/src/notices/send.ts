// Messages to participants go through the CRM, which knows addresses, who may be written to, and what became of a message.

import { minuteOf } from '@lms/contract/language'
import { deeds } from '@lms/crm/contract'
import type { Work } from '@lms/service-host'
import { people, type User } from '@lms/users/contract'
import { entryPath } from '../links/entry-token.ts'
import { schoolOf } from '../links/school.ts'
import type { RegistrationRow } from '../registrations/registration.store.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import type { Webinar } from '../webinars/webinar.contract.ts'
import { calendarEntry } from './calendar-entry.ts'
import { type NoticeKind, noticeWords } from './notice.words.ts'

/** People of one step: the CRM takes no more at a time. */
export const atOnce = 200

type At = Pick<Work, 'work' | 'runtime' | 'now'>

export interface Notice {
  kind: NoticeKind
  webinar: Webinar
  session: SessionRow
  /** What it is about, besides kind and registration: the same is sent once. */
  about: string
}

/** Sends a notice to these people, each once. Calls other services: nothing may be locked. */
export async function send(
  { kind, webinar, session, about }: Notice,
  registrations: readonly RegistrationRow[],
  ctx: At,
): Promise<void> {
  if (registrations.length === 0) return
  const { work, runtime } = ctx
  const scope = { school: work.school, requestId: work.origin.requestId }
  const ids = [...new Set(registrations.map(({ user_id }) => user_id))]
  const [{ users }, school] = await Promise.all([
    runtime.client('users', { people }, scope).people.batch({ body: { ids } }),
    schoolOf(ctx),
  ])
  const userById = new Map<string, User>(users.map(user => [user.id, user]))
  const ends = Date.parse(session.starts_at) + session.duration_minutes * 60_000
  // What would come after the session has nothing to tell any more; that it was called off has, for a while.
  const until = Math.max(ends, work.origin.now.getTime() + (kind === 'reminder' ? 60_000 : 3_600_000))
  const sent = registrations.flatMap(registration => {
    const user = userById.get(registration.user_id)
    if (!user) return []
    const isVoid = kind === 'canceled' || registration.status === 'canceled'
    const url = isVoid ? null : `${school.url}${entryPath(runtime.vault, work.school, registration.id)}`
    const { title } = webinar
    const { starts_at, duration_minutes } = session
    const entry = { id: registration.id, school, title, starts_at, duration_minutes, url }
    const variables = { title, time: minuteOf(starts_at, user.locale, user.time_zone), url: url ?? '' }
    // Both rise, so that it rises with each change of either.
    const sequence = session.moves + registration.version - 1
    const version = { sequence, isCanceled: isVoid, now: ctx.now }
    return [
      {
        kind: 'message' as const,
        key: `webinars ${kind} ${registration.id} ${about}`,
        message: {
          user_id: registration.user_id,
          topic: 'webinars',
          ...noticeWords(user.locale)[kind],
          variables,
          expires_at: new Date(until).toISOString(),
          attachments: kind === 'reminder' ? [] : [calendarEntry({ ...entry, ...version })],
        },
      },
    ]
  })
  if (sent.length > 0) await runtime.client('crm', { deeds }, scope).deeds.carryOut({ body: { deeds: sent } })
}
