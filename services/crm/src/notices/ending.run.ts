// "Your access ends soon": once for each end, so many days before it. An end that moves is told again when the new one is near;
// one that a subscription moves by itself is not.
import { formatTime } from '@lms/contract'
import { noticeFacts } from '@lms/learning/contract'
import { enqueue, inSchool, type Outside, type Runtime, scheduled, step } from '@lms/service-host'
import { registry } from '@lms/site/contract'
import { people, type User, type UserFacts, userFacts } from '@lms/users/contract'
import { builder } from '../builder.ts'
import { zoneOf } from '../dispatch/verdict.rules.ts'
import { usual } from '../preferences/preferences.store.ts'
import { choiceOf, endingKind } from '../settings/notifications.ts'
import { linkTo } from '../settings/object-links.ts'
import type { Ending } from './ending.store.ts'
import { tellEndings } from './ending.task.ts'
import { endingText } from './ending.words.ts'
import { queueNotices } from './queue-notices.ts'

const dayMs = 24 * 3600_000
/** Ends of one step. */
const slice = 100

const ending = { kind: endingKind, topic: 'study' as const, usual: false, text: endingText }

/** Whether an end is still that of the person's right to the course: nothing is open longer, and nothing renews it. */
export const isEnding = ({ course_id, expires_at }: Ending, accesses: UserFacts['accesses']): boolean => {
  const ofCourse = accesses.filter(access => access.course_id === course_id)
  return (
    ofCourse.length > 0 &&
    ofCourse.every(
      access =>
        !access.renews &&
        access.expires_at !== null &&
        Date.parse(access.expires_at) <= Date.parse(expires_at),
    )
  )
}

export const tellEndingsTask = builder.externalCall(tellEndings, {
  prepare: async ({ state, work }, { settings, endings }) => {
    const { send, days_before } = choiceOf((await settings.get()).notifications, ending)
    if (!send) return null
    const now = work.origin.now.getTime()
    const until = state?.until ?? formatTime(new Date(now + days_before * dayMs))
    // A school that begins to tell says nothing of ends that are near already.
    const from = (await endings.toldUntil()) ?? until
    const past = formatTime(new Date(now))
    const first = { user_id: '', course_id: '', expires_at: Date.parse(from) > now ? from : past }
    return { until, ends: await endings.next(state?.after ?? first, until, slice) }
  },

  call: async (question, ctx) => question && { ...question, ...(await readAbout(question.ends, ctx)) },

  finish: async ({ state, outcome, now, work, runtime }, stores) => {
    if (!outcome) return
    const { until, ends, users, titles, zone } = outcome
    const [{ object_links, time_zone }, chosen] = await Promise.all([
      stores.settings.get(),
      stores.preferences.many(ends.map(end => end.user_id)),
    ])
    const school = { time_zone: time_zone ?? zone }
    const notices = ends.flatMap(({ user_id, course_id, expires_at }) => {
      const user = users.get(user_id)
      const course = titles.get(course_id)
      if (!user || course === undefined) return []
      const date = new Intl.DateTimeFormat(user.locale, {
        dateStyle: 'long',
        timeZone: zoneOf({
          user,
          school,
          preferences: chosen.find(each => each.user_id === user_id) ?? usual,
        }),
      }).format(new Date(expires_at))
      const link = linkTo(object_links, object => (object === 'course' ? course_id : null))
      return [{ notice: ending, user, values: { course, lesson: '', link, date }, at: now }]
    })
    await queueNotices(notices, { now, work, runtime }, stores)
    if (outcome.last === null) return stores.endings.tellUntil(until)
    return { state: { until, after: outcome.last as never, told: (state?.told ?? 0) + notices.length } }
  },
})

/** Those of these ends that are still to come, with their people and courses. */
async function readAbout(ends: readonly Ending[], ctx: Outside) {
  const ids = [...new Set(ends.map(({ user_id }) => user_id))] as User['id'][]
  const courses = [...new Set(ends.map(({ course_id }) => course_id))] as never[]
  const last = ends.length === slice ? ends.at(-1)! : null
  if (ids.length === 0) return { ends: [], users: new Map(), titles: new Map(), zone: 'UTC', last }
  const clients = ctx.runtime.client('users', { people, userFacts }, ctx)
  const [facts, answer, learning, { schools }] = await Promise.all([
    clients.userFacts.find({ body: { ids } }),
    clients.people.batch({ body: { ids } }),
    ctx.runtime.client('learning', { noticeFacts }, ctx).noticeFacts.read({
      body: { course_ids: courses, lesson_ids: [], comment_ids: [], submission_ids: [] },
    }),
    ctx.runtime
      .client('site', { registry }, { school: null, requestId: ctx.requestId })
      .registry.batch({ body: { ids: [ctx.school as never] } }),
  ])
  const accesses = new Map<string, UserFacts['accesses']>(
    facts.people.map(({ id, accesses }) => [id, accesses]),
  )
  return {
    ends: ends.filter(end => isEnding(end, accesses.get(end.user_id) ?? [])),
    users: new Map<string, User>(answer.users.map(user => [user.id, user])),
    titles: new Map<string, string>(learning.courses.map(({ id, title }) => [id, title])),
    zone: schools[0]?.time_zone ?? 'UTC',
    last,
  }
}

/** Has the schools look that tell of ends. */
export async function lookAtEndings(runtime: Runtime): Promise<void> {
  const rows = await runtime.system.rows(
    step(
      `select school_id from "crm"."settings" where "values" -> 'notifications' @> $1::jsonb order by school_id`,
      [JSON.stringify([{ kind: endingKind }])],
    ),
  )
  for (const [school] of rows)
    await inSchool(school!, runtime, async ({ work }) => {
      enqueue(work, tellEndings, {}, { key: endingKind })
    }).catch(error => {
      runtime.log.warn({ err: error, school_id: school }, 'ends of accesses were not looked at')
    })
}

export const lookAtEndingsTask = scheduled('look-at-endings', '11 * * * *', lookAtEndings, { deadline: 300 })
