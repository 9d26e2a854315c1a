// Messages to participants go through the CRM, which knows addresses, who may be written to, and what became of a message.

import { inLanguage, minuteOf } from '@lms/contract/language'
import { actions } from '@lms/crm/contract'
import type { Work } from '@lms/service-host'
import { people, type User } from '@lms/users/contract'
import { entryPath } from '../links/entry-token.ts'
import { schoolOf } from '../links/school.ts'
import type { RegistrationRow } from '../registrations/registration.store.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import { notificationOf } from '../webinars/notifications.ts'
import type { NoticeKind, Webinar } from '../webinars/webinar.contract.ts'
import { calendarEntry } from './calendar-entry.ts'
import { noticeWords } from './notice.words.ts'

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

/** How long a notice has something to tell, at least until the end of the session; in milliseconds. */
const lastsMs: Readonly<Record<NoticeKind, number>> = {
  registered: 3_600_000,
  left: 3_600_000,
  reminder: 60_000,
  moved: 3_600_000,
  canceled: 3_600_000,
  recording: 7 * 86_400_000,
}
/** Their session stays in the calendar as it is. */
const withoutEntry: ReadonlySet<NoticeKind> = new Set(['reminder', 'recording'])

/** Sends a notice to these people, each once. Calls other services: nothing may be locked. */
export async function send(
  notice: Notice,
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
  const recipients = registrations.flatMap(registration => {
    const user = userById.get(registration.user_id)
    return user ? [{ user, registration }] : []
  })
  if (recipients.length === 0) return
  const { carryOut } = runtime.client('crm', { actions }, scope).actions
  const { kind, webinar, about } = notice
  const actionFor = (one: Recipient, content: Content, by = '') => ({
    kind: 'message' as const,
    key: `webinars ${kind} ${one.registration.id} ${about}${by}`,
    message: { ...envelope(notice, one, school, ctx), ...content },
    notification: notificationOf(kind),
  })
  const { results } = await carryOut({
    body: { actions: recipients.map(one => actionFor(one, contentOf(webinar, kind, one.user.locale))) },
  })
  // A template that is gone meanwhile, or is none for e-mail, keeps nobody from being told.
  const untold = recipients.filter((_, index) => results[index]!.reason === 'template_unknown')
  if (untold.length === 0) return
  await carryOut({
    body: { actions: untold.map(one => actionFor(one, noticeWords(one.user.locale)[kind], ' built-in')) },
  })
}

type Content = ReturnType<typeof contentOf>

interface Recipient {
  user: User
  registration: RegistrationRow
}

/** The template of the school for this kind and language, else the text of the platform. */
function contentOf({ messages }: Webinar, kind: NoticeKind, locale: string) {
  const own = inLanguage(
    messages.templates.filter(each => each.kind === kind),
    locale,
  )
  return own ? { template_id: own.template_id } : noticeWords(locale)[kind]
}

/** A message without its content. */
function envelope(
  { kind, webinar: { title }, session: { starts_at, duration_minutes, moves } }: Notice,
  { user, registration }: Recipient,
  school: Awaited<ReturnType<typeof schoolOf>>,
  { work, runtime, now }: At,
) {
  const ends = Date.parse(starts_at) + duration_minutes * 60_000
  const until = Math.max(ends, work.origin.now.getTime() + lastsMs[kind])
  const isVoid = kind === 'canceled' || registration.status === 'canceled'
  const url = isVoid ? null : `${school.url}${entryPath(runtime.vault, work.school, registration)}`
  // The bare UTC that everybody begins with is no zone of their own.
  const zone = user.time_zone === 'UTC' ? school.time_zone : user.time_zone
  const entry = { id: registration.id, school, title, starts_at, duration_minutes, url }
  // Both rise, so that it rises with each change of either.
  const sequence = moves + registration.version - 1
  return {
    user_id: registration.user_id,
    topic: 'webinars',
    variables: { title, time: minuteOf(starts_at, user.locale, zone), url: url ?? '' },
    expires_at: new Date(until).toISOString(),
    attachments: withoutEntry.has(kind)
      ? []
      : [calendarEntry({ ...entry, sequence, isCanceled: isVoid, now })],
  }
}
