// What notifications need to know of events: people, titles, and who else is concerned. Calls only.
import type { Envelope, NotificationFacts } from '@lms/contract'
import { noticeFacts } from '@lms/learning/contract'
import type { SchoolRuntime } from '@lms/service-host'
import { people, type User } from '@lms/users/contract'
import { notifications } from '../settings/notifications.ts'
import type { LinkedObject } from '../settings/object-links.ts'
import { type LinksOf, type LinkValues, noLinks, readOrderLinks } from './order-links.ts'

export type NoticeEvent = Pick<Envelope<Record<string, unknown>>, 'type' | 'created_at' | 'data'> & {
  related: NotificationFacts['related']
}
type Ids = Readonly<Record<'course_id' | 'lesson_id' | 'parent_id' | 'submission_id', string | undefined>>

export interface NoticeContext {
  users: ReadonlyMap<string, User>
  /** Titles, what decides who is told, and the ids of learning that the event does not name by itself. */
  of(event: NoticeEvent): {
    titles: { course: string; lesson: string }
    links: LinkValues
    facts: NotificationFacts
    ids: { readonly [Name in LinkedObject]?: string | undefined }
  }
}

interface At {
  runtime: Pick<SchoolRuntime, 'client'>
  school: string
  requestId: string
}

/** Ids of one question. */
const atOnce = 200

export const noticesAfter = (type: string) => notifications.filter(({ on }) => on.type === type)

/** Reads what the events of a batch need. */
export async function readNoticeContext(events: readonly NoticeEvent[], ctx: At): Promise<NoticeContext> {
  const links = await readOrderLinks(events, ctx)
  const titles = await readTitles(events, links, ctx)
  const ids = events.flatMap(event => recipientsOf(event, titles(event).facts).map(({ user_id }) => user_id))
  const users = new Map<string, User>()
  for (const part of slicesOf([...new Set(ids)])) {
    const answer = await ctx.runtime
      .client('users', { people }, ctx)
      .people.batch({ body: { ids: part as never } })
    for (const user of answer.users) users.set(user.id, user)
  }
  return { users, of: titles }
}

/** Who is told what of an event, each once. */
export function recipientsOf(event: NoticeEvent, facts: NotificationFacts) {
  return noticesAfter(event.type).flatMap(notice => {
    const ids = notice.to(event.data.object, facts).filter(id => id !== null && id !== undefined)
    return [...new Set(ids)].map(user_id => ({ notice, user_id }))
  })
}

interface Homework {
  lesson_id: string
  course_id: string
  curator_id: string | null
  waits_for: readonly string[]
}

async function readTitles(
  events: readonly NoticeEvent[],
  linksOf: LinksOf,
  ctx: At,
): Promise<NoticeContext['of']> {
  const idsByEvent = events.map(idsOf)
  const distinct = (name: keyof Ids) => [...new Set(idsByEvent.flatMap(ids => ids[name] ?? []))]
  const of = {
    courses: distinct('course_id'),
    lessons: distinct('lesson_id'),
    comments: distinct('parent_id'),
    submissions: distinct('submission_id'),
  }
  const most = Math.max(...Object.values(of).map(({ length }) => length))
  const courses = new Map<string, string>()
  const lessons = new Map<string, string>()
  const authors = new Map<string, string | null>()
  const homework = new Map<string, Homework>()
  for (let from = 0; from < most; from += atOnce) {
    const part = (ids: readonly string[]) => ids.slice(from, from + atOnce) as never
    const answer = await ctx.runtime.client('learning', { noticeFacts }, ctx).noticeFacts.read({
      body: {
        course_ids: part(of.courses),
        lesson_ids: part(of.lessons),
        comment_ids: part(of.comments),
        submission_ids: part(of.submissions),
      },
    })
    for (const { id, title } of answer.courses) courses.set(id, title)
    for (const { id, title } of answer.lessons) lessons.set(id, title)
    for (const { id, author_id } of answer.comments) authors.set(id, author_id)
    for (const { id, ...more } of answer.submissions) homework.set(id, more)
  }
  return event => {
    const { course_id, lesson_id, parent_id, submission_id } = idsOf(event)
    const sent = homework.get(submission_id ?? '')
    const ofOrder = linksOf(event)
    const ids = { course: course_id ?? sent?.course_id, lesson: lesson_id ?? sent?.lesson_id }
    return {
      ids,
      links: ofOrder?.values ?? noLinks,
      titles: { course: courses.get(ids.course ?? '') ?? '', lesson: lessons.get(ids.lesson ?? '') ?? '' },
      facts: {
        related: event.related,
        replied_user_id: authors.get(parent_id ?? '') ?? null,
        curator_id: sent?.curator_id ?? null,
        waits_for: sent?.waits_for ?? [],
        is_of_purchase: ofOrder?.is_of_purchase ?? false,
        is_of_gift: ofOrder?.is_of_gift ?? false,
      },
    }
  }
}

const prefixes = { course_id: 'crs_', lesson_id: 'les_', parent_id: 'cmt_', submission_id: 'sub_' } as const

/** The ids of learning that an event names. */
const idsOf = (event: NoticeEvent): Ids =>
  Object.fromEntries(
    Object.entries(prefixes).map(([name, prefix]) => [name, idIn(event, name, prefix)]),
  ) as Ids

/** An id that an event names in its object or beside it, or its own, if it is about one of them. */
export function idIn({ related, data }: NoticeEvent, name: string, prefix: string): string | undefined {
  const ids = [data.object[name], related[name], data.object.id]
  return ids.find((id): id is string => typeof id === 'string' && id.startsWith(prefix))
}

function* slicesOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += atOnce) yield ids.slice(from, from + atOnce)
}
