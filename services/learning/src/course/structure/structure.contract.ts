import { G, id, M, refuse, resource } from '@lms/contract'
import { z } from 'zod'
import { refusals as ruleRefusals } from '../../study/openings/course-rules.ts'
import { BlockContent } from '../blocks/block-content.ts'
import { courseUpdated } from '../courses/course.contract.ts'
import { Course } from '../courses/course.object.ts'
import { Lesson } from '../lessons/lesson.contract.ts'
import { Module } from '../modules/module.contract.ts'

const maxModules = 100
const maxLessons = 500

const kinds = BlockContent.options.map(({ shape }) => shape.kind.value) as [
  (typeof BlockContent.options)[number]['shape']['kind']['value'],
]

export const CourseStructure = z.object({
  id: id('crs'),
  version: Course.shape.version.describe(
    'The version of the course, which rises with each change of the tree.',
  ),
  modules: z
    .array(
      Module.pick({ id: true, title: true }).extend({
        lessons: z
          .array(
            Lesson.pick({
              id: true,
              title: true,
              kind: true,
              status: true,
              duration_seconds: true,
              required: true,
            }).extend({
              blocks: z
                .array(z.object({ id: id('lbk'), kind: z.enum(kinds).describe('What the block shows.') }))
                .describe('The blocks in the order of the lesson.'),
            }),
          )
          .describe('The lessons in the order of the module.'),
      }),
    )
    .describe('The modules in the order of the course.'),
})
export type CourseStructure = z.infer<typeof CourseStructure>

export const Tree = z.strictObject({
  modules: z
    .array(z.strictObject({ id: id('mod'), lesson_ids: z.array(id('les')).max(maxLessons) }))
    .max(maxModules)
    .describe('All modules and lessons of the course, each once, in their new order.'),
})
export type Tree = z.infer<typeof Tree>

export const refusals = refuse({
  structure_differs: {
    status: 422,
    when: 'the tree does not name each module and lesson of the course exactly once',
    message:
      'The tree must name each module and lesson of this course exactly once; see details. GET /v1/courses/{id}/structure shows them.',
  },
})

export const courseStructures = resource({
  get: G('GET /v1/courses/{id}/structure', {
    summary: 'Get the tree of modules, lessons and blocks of a course',
    permission: 'courses:read',
    returns: CourseStructure,
  }),
  arrange: M('PUT /v1/courses/{id}/structure', {
    summary: 'Reorder the modules and lessons of a course, or move lessons to other modules',
    permission: 'courses:write',
    body: Tree,
    returns: CourseStructure,
    refuses: [refusals.structure_differs, ruleRefusals.lessons_circular],
    emits: [courseUpdated],
  }),
})
