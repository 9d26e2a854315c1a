import { builder } from '../../builder.ts'
import { maxWaitedFor, noticeFacts } from './notice-facts.contract.ts'

export const noticeFactsHandlers = builder.implement(noticeFacts, {
  read: async ({ body }, { courses, lessons, comments, submissions, curators }) => {
    const homework = await submissions.many(body.submission_ids)
    // Homework leads to its lesson and course, too.
    const both = <T>(requested: readonly T[], related: readonly T[]) => [
      ...new Set([...requested, ...related]),
    ]
    const [ofCourses, ofLessons, written, waiting] = await Promise.all([
      courses.many(
        both(
          body.course_ids,
          homework.map(({ course_id }) => course_id),
        ),
      ),
      lessons.many(
        both(
          body.lesson_ids,
          homework.map(({ lesson_id }) => lesson_id),
        ),
      ),
      comments.many(body.comment_ids),
      curators.ofWaiting(body.submission_ids, maxWaitedFor),
    ])
    return {
      courses: ofCourses.map(({ id, title }) => ({ id, title })),
      lessons: ofLessons.map(({ id, title, course_id }) => ({ id, title, course_id })),
      comments: written.map(({ id, author_id }) => ({ id, author_id })),
      submissions: homework.map(({ id, lesson_id, course_id, curator_id }) => ({
        id,
        lesson_id,
        course_id,
        curator_id,
        waits_for: waiting.get(id) ?? [],
      })),
    }
  },
})
