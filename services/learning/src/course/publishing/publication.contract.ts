import { A, id, oneOf, refuse, resource, text } from '@lms/contract'
import { z } from 'zod'
import { coursePublished, refusals as courseRefusals } from '../courses/course.contract.ts'
import { Course } from '../courses/course.object.ts'

/** Maximum problems that one answer lists; blockers come first. */
export const maxProblems = 100

export const Problem = z.object({
  kind: oneOf([
    'no_lessons',
    'module_empty',
    'lesson_empty',
    'lesson_draft',
    'rule_unmeetable',
    'flow_not_started',
    'course_named',
    'draw_short',
  ]).describe('What is wrong with the course, or what students will find closed.'),
  blocks: z.boolean().describe('Whether the course cannot be published with it.'),
  module_id: id('mod').nullable(),
  lesson_id: id('les').nullable(),
  message: text(500).describe('The same in words, for people.'),
})
export type Problem = z.infer<typeof Problem>

export const Publication = z.object({
  id: id('crs'),
  version: Course.shape.version,
  course: Course,
  problems: z.array(Problem).max(maxProblems).describe('What is unfinished, blockers first.'),
})
export type Publication = z.infer<typeof Publication>

export const refusals = refuse({
  course_unfinished: {
    status: 409,
    when: 'something in the course must be finished before students see it',
    message:
      'This course is not finished: details name what is missing. {"action": "publish", "dry_run": true} lists it at any time.',
  },
})

export const publications = resource({
  publish: A('POST /v1/courses/{id}/publish', {
    summary: 'Publish or withdraw a course; the answer lists what is unfinished',
    permission: 'courses:write',
    body: z.strictObject({
      action: oneOf(['publish', 'withdraw']).describe(
        'Whether the course is published or withdrawn from the students.',
      ),
      dry_run: z.boolean().default(false).describe('Only answers with what is unfinished.'),
    }),
    example: { action: 'publish', dry_run: true },
    returns: Publication,
    bound: 'event',
    refuses: [
      refusals.course_unfinished,
      courseRefusals.course_not_published,
      courseRefusals.course_archived,
    ],
    emits: [coursePublished],
  }),
})
