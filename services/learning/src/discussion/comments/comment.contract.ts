// Comments under lessons and courses, in two levels: a comment, and the replies to it.
import {
  C,
  deleted,
  distinct,
  event,
  G,
  id,
  L,
  M,
  oneOf,
  personal,
  refuse,
  resource,
  stamps,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { refusals as openingRefusals } from '../../study/openings/lesson-closed.ts'

/** Maximum replies to one comment, and maximum pinned comments of a lesson or course. */
export const maxReplies = 500
export const maxPinned = 10

export const Comment = z.object({
  id: id('cmt'),
  course_id: id('crs'),
  lesson_id: id('les')
    .nullable()
    .describe('The lesson that the comment is under; null for the course itself.'),
  parent_id: id('cmt').nullable().describe('The comment to which it replies; null if it is no reply.'),
  author_id: id('usr').nullable().describe('The person who wrote it; null for a program.'),
  by: oneOf(['student', 'school']).describe('Whether a student or somebody of the school wrote it.'),
  text: personal(text(5000, 1)).describe('What the comment says, as plain text.'),
  mention_ids: distinct(id('usr'), 20).describe('People whom it addresses.'),
  status: oneOf(['visible', 'hidden']).describe(
    'hidden: of students, only its author sees it; nobody else sees the replies to it.',
  ),
  pinned: z.boolean().describe('Whether it stands before the others. A reply is not pinned.'),
  replies: z.int32().min(0).max(maxReplies).describe('The number of replies, hidden ones included.'),
  edited_at: timestamp().nullable(),
  ...stamps,
})
export type Comment = z.infer<typeof Comment>

export const refusals = refuse({
  comment_lesson_unknown: {
    status: 422,
    when: 'the caller sees no such lesson',
    message: 'There is no such lesson here. GET /v1/lessons lists them.',
  },
  comment_course_unknown: {
    status: 422,
    when: 'the school has no such course, or the student does not study it',
    message: 'There is no such course here. GET /v1/enrollments lists what you study.',
  },
  comment_parent_unknown: {
    status: 422,
    when: 'the caller sees no such comment',
    message: 'There is no such comment here. GET /v1/comments?lesson_id=… lists them.',
  },
  comment_author_unknown: {
    status: 422,
    when: 'author_id is not a person of the school, or a student names somebody else',
    message: 'author_id must be a person of this school. Students write for themselves: leave it out.',
  },
  comment_mention_unknown: {
    status: 422,
    when: 'one of mention_ids neither studies nor curates the course, nor has written under it',
    message:
      'A comment mentions people who study or curate the course, or who have written under it: see details.',
  },
  comment_replies_limit_reached: {
    status: 409,
    when: 'the comment has the maximum number of replies',
    message: `A comment has at most ${maxReplies} replies. Begin a new one.`,
  },
  comment_of_other: {
    status: 403,
    when: 'the text or the mentions of a comment of somebody else are changed, or a student deletes it',
    message: 'Only its author can change what a comment says. The school can hide or delete it.',
  },
  comment_unmoderated: {
    status: 403,
    when: 'a student hides, shows or pins a comment',
    message: 'Only the school hides and pins comments.',
  },
  comment_answered: {
    status: 409,
    when: 'a student deletes a comment to which others have replied',
    message: 'Others have replied to this comment. Change its text, or ask the school to delete it.',
  },
  reply_unpinnable: {
    status: 409,
    when: 'a reply is pinned',
    message: 'Only a comment of the first level can be pinned: that of parent_id.',
  },
  comments_pinned_limit_reached: {
    status: 409,
    when: 'the lesson or course has the maximum number of pinned comments',
    message: `At most ${maxPinned} comments of a lesson or course are pinned. Unpin one: PATCH {"pinned": false}.`,
  },
})

export const commentCreated = event('lesson.comment_created', {
  when: 'somebody wrote a comment under a lesson or course, or a reply',
  object: Comment,
  related: ['course_id', 'lesson_id', 'user_id'],
})

const { author_id, mention_ids, status, pinned } = Comment.shape

export const comments = resource({
  list: L('GET /v1/comments', {
    summary: 'List comments; students see those of lessons that are open to them, without hidden ones',
    permission: 'comments:read',
    returns: Comment,
    list: { filters: {}, sorts: ['created_at', 'updated_at'] },
  }),
  create: C('POST /v1/comments', {
    summary: 'Write a comment under a lesson or course, or a reply to one',
    permission: 'comments:write',
    body: z
      .strictObject({
        lesson_id: id('les').optional(),
        course_id: id('crs').optional(),
        parent_id: id('cmt').optional().describe('A reply to a reply joins the replies to its comment.'),
        author_id: author_id
          .default(null)
          .describe('The student whose words staff passes on. By default the person who asks.'),
        text: Comment.shape.text,
        mention_ids: mention_ids.default([]),
      })
      .refine(
        ({ lesson_id, course_id, parent_id }) =>
          [lesson_id, course_id, parent_id].filter(value => value !== undefined).length === 1,
        { message: 'exactly one of lesson_id, course_id and parent_id is required', path: ['lesson_id'] },
      ),
    example: {
      lesson_id: 'les_01h455vb4pex5vsknk084sn02q',
      text: 'How wet should the paper be for the second wash?',
    },
    returns: Comment,
    bound: 'event',
    refuses: [
      refusals.comment_lesson_unknown,
      refusals.comment_course_unknown,
      refusals.comment_parent_unknown,
      refusals.comment_author_unknown,
      refusals.comment_mention_unknown,
      refusals.comment_replies_limit_reached,
      openingRefusals.lesson_closed,
    ],
    emits: [commentCreated],
  }),
  get: G('GET /v1/comments/{id}', {
    summary: 'Get a comment',
    permission: 'comments:read',
    returns: Comment,
    refuses: [openingRefusals.lesson_closed],
  }),
  update: M('PATCH /v1/comments/{id}', {
    summary: 'Change the text of a comment; staff can hide, show and pin it',
    permission: 'comments:write',
    body: z.strictObject({
      text: Comment.shape.text.optional(),
      mention_ids: mention_ids.optional(),
      status: status.optional(),
      pinned: pinned.optional(),
    }),
    example: {},
    returns: Comment,
    refuses: [
      refusals.comment_of_other,
      refusals.comment_unmoderated,
      refusals.comment_mention_unknown,
      refusals.reply_unpinnable,
      refusals.comments_pinned_limit_reached,
      openingRefusals.lesson_closed,
    ],
  }),
  delete: M('DELETE /v1/comments/{id}', {
    summary: 'Delete a comment with the replies to it; students delete their own without replies',
    permission: 'comments:write',
    returns: deleted(id('cmt')),
    refuses: [refusals.comment_of_other, refusals.comment_answered, openingRefusals.lesson_closed],
  }),
})
