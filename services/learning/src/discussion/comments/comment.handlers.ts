// A reply locks its comment: the number of replies, and a comment that is being deleted, are decided one after the other.
import { type BodyOf, type Caller, type Id, newId, type RefusalDetail, Refused } from '@lms/contract'
import type { SchoolRuntime } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { refuseClosed } from '../../study/schedule/open-to-caller.ts'
import {
  commentCreated,
  maxPinned,
  maxReplies,
  comments as operations,
  refusals,
} from './comment.contract.ts'
import { type CommentRow, under } from './comment.store.ts'
import { readable } from './readable-comments.ts'

type Body = BodyOf<typeof operations.create>
type Change = BodyOf<typeof operations.update>
type Target = Pick<CommentRow, 'course_id' | 'lesson_id' | 'parent_id'>

export const commentHandlers = builder.implement(operations, {
  list: async ({ query, caller, now }, stores) =>
    stores.comments.page(query, await readable(query, { caller, now }, stores)),

  get: async ({ path, caller, now }, stores) => {
    const row = await stores.comments.get(path.id)
    await refuseClosed(row, { caller, now }, stores)
    return row
  },

  create: async ({ body, caller, now, emit, runtime }, stores) => {
    const { comments } = stores
    const author_id = await authorOf(body, caller, { runtime, stores })
    const target = await targetOf(body, caller, stores)
    await refuseClosed(target, { caller, now }, stores)
    await refuseStrangers(body.mention_ids, target, stores)
    const createdComment = comments.insert({
      ...comments.fresh(newId('cmt')),
      ...target,
      author_id,
      by: caller.role === 'student' || body.author_id !== null ? 'student' : 'school',
      text: body.text,
      mention_ids: body.mention_ids,
      ...{ status: 'visible', pinned: false, replies: 0, edited_at: null },
    })
    emit(commentCreated, createdComment, { related: { user_id: author_id } })
    return createdComment
  },

  update: async ({ path, body, caller, now }, stores) => {
    const { comments, people } = stores
    const [, row] = await Promise.all([people.holdAll(body.mention_ids ?? []), comments.lock(path.id)])
    await refuseClosed(row, { caller, now }, stores)
    await refuseChange(row, body, caller, stores)
    const edits = body.text !== undefined && body.text !== row.text
    return comments.change(row, { ...body, ...(edits && { edited_at: now }) } as Partial<CommentRow>)
  },

  delete: async ({ path, caller, now }, stores) => {
    const { comments } = stores
    const { parent_id } = await comments.get(path.id)
    const parent = parent_id && (await comments.lockThread(parent_id))
    const row = await comments.lock(path.id)
    await refuseClosed(row, { caller, now }, stores)
    if (caller.role === 'student' && row.author_id !== caller.user)
      throw new Refused(refusals.comment_of_other)
    if (caller.role === 'student' && row.replies > 0) throw new Refused(refusals.comment_answered)
    if (parent) comments.save(parent, { replies: parent.replies - 1 })
    comments.removeReplies(row.id)
    comments.remove(row)
    return { id: row.id, deleted: true as const }
  },
})

/**
 * Who writes: the person who asks, or a student whose words staff passes on. They stay until the end of the work, as those
 * do whom the comment mentions.
 */
async function authorOf(
  { author_id, mention_ids }: Body,
  { role, user }: Caller,
  { runtime, stores: { people } }: { runtime: SchoolRuntime; stores: Stores },
): Promise<Id<'usr'> | null> {
  if (role === 'student' && (!user || (author_id !== null && author_id !== user)))
    throw new Refused(refusals.comment_author_unknown)
  if (author_id !== null && !(await people.exists(author_id, runtime)))
    throw new Refused(refusals.comment_author_unknown)
  const author = author_id ?? user
  const here = await people.holdAll([...(author ? [author] : []), ...mention_ids])
  if (author !== null && !here.has(author)) throw new Refused(refusals.comment_author_unknown)
  return author as Id<'usr'> | null
}

/** What a new comment belongs to, which stays until the end of the work. */
async function targetOf(
  { lesson_id, course_id, parent_id }: Body,
  caller: Caller,
  stores: Stores,
): Promise<Target> {
  const { comments, courses, enrollments, lessons } = stores
  if (lesson_id) {
    const lesson = await lessons.hold(lesson_id)
    if (!lesson) throw new Refused(refusals.comment_lesson_unknown)
    return { course_id: lesson.course_id, lesson_id: lesson.id, parent_id: null }
  }
  if (course_id) {
    const studies = caller.role !== 'student' || (await studiedOf(caller.user, course_id, enrollments))
    const course = studies && (await courses.lockFor(course_id))
    if (!course) throw new Refused(refusals.comment_course_unknown)
    return { course_id: course.id, lesson_id: null, parent_id: null }
  }
  const seen = await comments.find(parent_id!)
  const parent = seen && (await comments.lockThread(seen.parent_id ?? seen.id))
  if (!parent) throw new Refused(refusals.comment_parent_unknown)
  if (parent.replies >= maxReplies) throw new Refused(refusals.comment_replies_limit_reached)
  comments.save(parent, { replies: parent.replies + 1 })
  return { course_id: parent.course_id, lesson_id: parent.lesson_id, parent_id: parent.id }
}

async function studiedOf(
  user: string | null,
  courseId: string,
  enrollments: Stores['enrollments'],
): Promise<boolean> {
  const states = ['active', 'completed'] as const
  return user !== null && (await enrollments.newestOf(user, { of: [courseId], states }, 1)).length > 0
}

async function refuseStrangers(
  ids: readonly string[],
  { course_id, mention_ids = [] }: Pick<CommentRow, 'course_id'> & Partial<CommentRow>,
  { comments, people }: Stores,
): Promise<void> {
  if (ids.length === 0) return
  const [mentionableIds, presentIds] = await Promise.all([
    comments.mentionable(ids, course_id),
    people.holdAll(ids),
  ])
  const stays = (id: string) => presentIds.has(id) || (mention_ids as readonly string[]).includes(id)
  const details = ids.flatMap((id, index): RefusalDetail[] =>
    mentionableIds.has(id) && stays(id)
      ? []
      : [{ path: `body.mention_ids.${index}`, message: `${id} takes no part in this course` }],
  )
  if (details.length) throw new Refused(refusals.comment_mention_unknown, undefined, { details })
}

async function refuseChange(row: CommentRow, body: Change, caller: Caller, stores: Stores): Promise<void> {
  const moderates = body.status !== undefined || body.pinned !== undefined
  if (caller.role === 'student' && moderates) throw new Refused(refusals.comment_unmoderated)
  const says = body.text !== undefined || body.mention_ids !== undefined
  if (says && row.author_id !== caller.user) throw new Refused(refusals.comment_of_other)
  if (body.mention_ids) await refuseStrangers(body.mention_ids, row, stores)
  if (!body.pinned || row.pinned) return
  if (row.parent_id !== null) throw new Refused(refusals.reply_unpinnable)
  const { sql, values } = under(row)
  await stores.comments.refuseBeyond(
    { most: maxPinned, refusal: refusals.comments_pinned_limit_reached },
    { sql: `${sql} and t.pinned`, values },
  )
}
