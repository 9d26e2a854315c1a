import { atMost, bodiesOf, crud, event, full, M, oneOf, refuse, resource } from '@lms/contract'
import { Course } from './course.object.ts'

const maxCourses = 2000

export const refusals = refuse({
  courses_limit_reached: full(maxCourses, 'courses', 'Delete one that nobody has studied.'),
  course_studied: {
    status: 409,
    when: 'somebody studies the course, or has studied it',
    message:
      'Somebody has studied this course. Archive it instead: PATCH /v1/courses/{id} {"status": "archived"}.',
  },
  grade_category_twice: {
    status: 422,
    when: 'two categories of the gradebook have one key',
    message: 'Each category of the gradebook has a key of its own. Change one of those in details.',
  },
  grade_category_named: {
    status: 409,
    when: 'quizzes or homework count in a category that would be gone',
    message:
      'Quizzes or homework count in a category that is left out: see details. Give them another grade_category first: PATCH /v1/quizzes/{id}, PATCH /v1/assignments/{id}.',
  },
  course_named: {
    status: 409,
    when: 'opening rules of other courses wait for the course, which nobody could complete any more; or quizzes of other courses draw questions from its quizzes, which a deletion would take away',
    message:
      'Opening rules of other courses wait for this course, or quizzes of theirs draw from its quizzes: see details. Take it out of them first: PUT /v1/lessons/{id}/access-rules, PATCH /v1/modules/{id}, PATCH /v1/quizzes/{id}.',
  },
  course_not_published: {
    status: 409,
    when: 'the course is a draft',
    message:
      'This course is a draft. Only a published course can be withdrawn or archived; delete a draft instead.',
  },
  course_archived: {
    status: 409,
    when: 'the course is archived',
    message: 'This course is archived, and stays so. POST /v1/courses/{id}/copy makes a new one of it.',
  },
})

export const courseCreated = event('course.created', {
  when: 'a course was created, also as the copy of another',
  object: Course,
  related: [],
})
export const courseUpdated = event('course.updated', {
  when: 'the card of a course, one of its modules or its structure changed',
  object: Course,
  related: [],
  changes: true,
})
export const coursePublished = event('course.published', {
  when: 'a course was published, withdrawn or archived; see its status',
  object: Course,
  related: [],
  changes: true,
  example: { status: 'published' },
})
export const courseDeleted = event('course.deleted', {
  when: 'a course that nobody had studied was deleted',
  object: Course,
  related: [],
})

/** Courses of a school. */
export const courseRoom = atMost(maxCourses, refusals.courses_limit_reached)

const readOnly = ['status', 'published_at', 'building'] as const
const defaults = {
  description: '',
  authors: [],
  after_access: 'nothing',
  visibility: 'everyone',
  grade_categories: [],
} satisfies Partial<Course>

const operations = crud('/v1/courses', Course, {
  names: ['a course', 'courses'],
  bound: courseRoom,
  summaries: {
    create: 'Create a course, as a draft without lessons',
    delete: 'Delete a course that nobody has studied',
  },
  readOnly,
  defaults,
  sorts: ['created_at', 'updated_at', 'title'],
  refuses: {
    create: [refusals.grade_category_twice],
    delete: [refusals.course_studied, refusals.course_named],
  },
  emits: { created: courseCreated, deleted: courseDeleted },
  examples: { create: { title: 'Watercolour for beginners' } },
})

export const courses = resource({
  ...operations,
  update: M('PATCH /v1/courses/{id}', {
    summary: 'Change a course, or archive it',
    permission: 'courses:write',
    body: bodiesOf(Course, { readOnly, defaults }).change.extend({
      status: oneOf(['archived']).optional().describe('Archives a published course.'),
    }),
    example: { title: 'Watercolour' },
    returns: Course,
    refuses: [
      refusals.course_not_published,
      refusals.course_named,
      refusals.grade_category_twice,
      refusals.grade_category_named,
    ],
    emits: [courseUpdated, coursePublished],
  }),
})
