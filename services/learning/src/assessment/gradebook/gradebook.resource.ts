import { builder } from '../../builder.ts'
import { expanders } from '../../relations/expanders.ts'
import type { OverrideRow } from '../../study/overrides/override.store.ts'
import { gradesOfPerson } from './grade.data.ts'
import { GradeEntity } from './grade.store.ts'
import { gradebooks } from './gradebook.contract.ts'
import { totalOf } from './total.rules.ts'

const gradebookHandlers = builder.implement(
  gradebooks,
  {
    list: async ({ path, query }, { courses, enrollments, grades, overrides }) => {
      const ofCourse = { sql: 't.course_id = $', values: [path.id] }
      const [page, { grade_categories }, items] = await Promise.all([
        enrollments.page(query, [ofCourse]),
        courses.get(path.id),
        grades.itemsOf(path.id),
      ])
      const [of, exceptions] = await Promise.all([
        grades.ofEnrollments(page.rows.map(({ id }) => id)),
        overrides.concerning({
          users: page.rows.map(({ user_id }) => user_id),
          groups: [...new Set(page.rows.flatMap(({ group_id }) => group_id ?? []))],
          courses: [path.id],
        }),
      ])
      const published = items.filter(each => each.published)
      const excusing = exceptions.filter(({ excused }) => excused)
      return {
        ...page,
        rows: page.rows.map(({ id, user_id, group_id, percent, created_at }) => {
          const own = of.get(id) ?? []
          const isExcused = excusedBy(
            excusing.filter(
              each => each.user_id === user_id || (each.group_id !== null && each.group_id === group_id),
            ),
          )
          const excused = new Set(published.filter(isExcused).map(({ item_id }) => item_id))
          return {
            ...{ id, user_id, group_id, percent, created_at },
            grades: own.map(
              ({ item_id, kind, score, max_score, status, at, curator_id }) =>
                ({ item_id, kind, score, max_score, status, at, curator_id }) as never,
            ),
            total: totalOf(published, grade_categories, own, excused),
          }
        }),
      }
    },
  },
  expanders,
)

/** Whether overrides of a person excuse from a quiz or homework; one without lessons is about all. */
const excusedBy =
  (overrides: readonly OverrideRow[]) =>
  ({ lesson_id }: { lesson_id: string }): boolean =>
    overrides.some(({ lesson_ids }) => lesson_ids.length === 0 || lesson_ids.some(id => id === lesson_id))

export const gradebookResource = builder.resource({
  handlers: [gradebookHandlers],
  entities: [GradeEntity],
  knowsPresent: [gradebooks],
  personalData: [gradesOfPerson],
})
