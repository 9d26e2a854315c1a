import { G, id, M, refuse, resource, stamps } from '@lms/contract'
import { z } from 'zod'
import { courseUpdated } from '../courses/course.contract.ts'
import { lessonUpdated } from '../lessons/lesson.contract.ts'
import { mostConditions, OpeningRules } from '../openings/rule.schema.ts'

const shown = <const P extends 'les' | 'mod'>(prefix: P) =>
  z.object({ id: id(prefix), version: stamps.version, ...OpeningRules.shape })

export const LessonAccessRules = shown('les')
export const ModuleAccessRules = shown('mod')

export const refusals = refuse({
  lessons_circular: {
    status: 422,
    when: 'lessons would wait for each other, so that none of them ever opens',
    message: 'With these rules lessons wait for each other and never open. The path is in details.',
  },
  rule_lesson_unknown: {
    status: 422,
    when: 'a condition names a lesson that is not of the course',
    message:
      'A condition can only name a lesson of the same course: see details. GET /v1/courses/{id}/structure lists them.',
  },
})

const refuses = [refusals.lessons_circular, refusals.rule_lesson_unknown]
const example: z.input<typeof OpeningRules> = {
  conditions: [{ kind: 'days_after', from: 'flow_start', days: 7, time: '10:00' }],
  deadline: { kind: 'days_after', from: 'opening', days: 14 },
}
const bounds = `at most ${mostConditions} conditions`

export const lessonAccessRules = resource({
  get: G('GET /v1/lessons/{id}/access-rules', {
    summary: 'Get when a lesson opens, besides the rules of its module, and its deadline',
    permission: 'lessons:read',
    returns: LessonAccessRules,
  }),
  set: M('PUT /v1/lessons/{id}/access-rules', {
    summary: `Set when a lesson opens, by ${bounds}, and its deadline`,
    permission: 'lessons:write',
    body: OpeningRules,
    example,
    returns: LessonAccessRules,
    refuses,
    emits: [lessonUpdated],
  }),
})

export const moduleAccessRules = resource({
  get: G('GET /v1/modules/{id}/access-rules', {
    summary: 'Get the rules that all lessons of a module share',
    permission: 'modules:read',
    returns: ModuleAccessRules,
  }),
  set: M('PUT /v1/modules/{id}/access-rules', {
    summary: `Set when the lessons of a module open, by ${bounds}, and the deadline of those without one of their own`,
    permission: 'modules:write',
    body: OpeningRules,
    example,
    returns: ModuleAccessRules,
    refuses,
    emits: [courseUpdated],
  }),
})
