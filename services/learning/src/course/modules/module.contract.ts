import { atMost, bodiesOf, C, crud, deleted, id, M, refuse, resource, stamps, text } from '@lms/contract'
import { z } from 'zod'
import { byCourse } from '../../relations/relation.contract.ts'
import { refusals as ruleRefusals } from '../../study/openings/course-rules.ts'
import { noRules, OpeningRules } from '../../study/openings/rule-schema.ts'
import { closes, closingDryRun } from '../../study/schedule/closing.contract.ts'
import { courseUpdated } from '../courses/course.contract.ts'

const maxModules = 100

export const Module = z.object({
  id: id('mod'),
  course_id: id('crs'),
  title: text(200, 1)
    .meta({ examples: ['The first wash'] })
    .describe('What students read above the lessons of the module.'),
  description: text(2000).describe('What students read below the title.'),
  position: z
    .int32()
    .min(1)
    .describe('Its place in the course, from 1. PUT /v1/courses/{id}/structure sets it.'),
  access_rules: OpeningRules.describe('When its lessons open, besides their own rules, and their deadline.'),
  ...stamps,
})
export type Module = z.infer<typeof Module>

export const refusals = refuse({
  modules_limit_reached: {
    status: 409,
    when: 'the course has the maximum number of modules',
    message: `A course has at most ${maxModules} modules. Put the lessons into another one.`,
  },
  module_course_unknown: {
    status: 422,
    when: 'the school has no such course',
    message: 'This school has no such course. GET /v1/courses lists them.',
  },
  module_not_empty: {
    status: 409,
    when: 'the module has lessons',
    message:
      'This module has lessons. Delete them, or move them to another module first: PUT /v1/courses/{id}/structure.',
  },
})

/** Modules of one course. */
export const moduleRoom = atMost(maxModules, refusals.modules_limit_reached)

const rules = {
  readOnly: ['position'] as const,
  immutable: ['course_id'] as const,
  defaults: { description: '', access_rules: noRules },
}
const bodies = bodiesOf(Module, rules)

const { list, get } = crud('/v1/modules', Module, {
  ...rules,
  names: ['a module', 'modules'],
  bound: moduleRoom,
  sorts: ['created_at', 'updated_at', 'position'],
  expands: { course: byCourse },
  defaultSort: 'position',
})

export const modules = resource({
  list,
  get,
  create: C('POST /v1/modules', {
    summary: 'Add a module at the end of a course',
    permission: 'modules:write',
    body: bodies.create,
    returns: Module,
    bound: moduleRoom,
    refuses: [
      refusals.module_course_unknown,
      ruleRefusals.rule_lesson_unknown,
      ruleRefusals.courses_circular,
      ruleRefusals.rule_course_unknown,
    ],
    emits: [courseUpdated],
  }),
  update: M('PATCH /v1/modules/{id}', {
    summary: 'Change a module; with `dry_run` say whom its opening rules would close lessons to',
    permission: 'modules:write',
    body: bodies.change.extend({ dry_run: closingDryRun() }),
    example: { title: 'Light and shade' },
    returns: Module.extend({ closes: closes() }),
    refuses: [
      ruleRefusals.lessons_circular,
      ruleRefusals.rule_lesson_unknown,
      ruleRefusals.courses_circular,
      ruleRefusals.rule_course_unknown,
    ],
    emits: [courseUpdated],
  }),
  delete: M('DELETE /v1/modules/{id}', {
    summary: 'Delete an empty module',
    permission: 'modules:write',
    returns: deleted(id('mod')),
    refuses: [refusals.module_not_empty],
    emits: [courseUpdated],
  }),
})
