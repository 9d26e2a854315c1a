import { builder } from '../../builder.ts'
import { gradebooks } from './gradebook.contract.ts'

export const gradebookHandlers = builder.implement(gradebooks, {
  list: async ({ path, query }, { courses, enrollments, grades }) => {
    const ofCourse = { sql: 't.course_id = $', values: [path.id] }
    const [page] = await Promise.all([enrollments.page(query, [ofCourse]), courses.get(path.id)])
    const of = await grades.ofEnrollments(page.rows.map(({ id }) => id))
    return {
      ...page,
      rows: page.rows.map(({ id, user_id, group_id, percent, created_at }) => ({
        ...{ id, user_id, group_id, percent, created_at },
        grades: (of.get(id) ?? []).map(
          ({ item_id, kind, score, max_score, status, at, curator_id }) =>
            ({ item_id, kind, score, max_score, status, at, curator_id }) as never,
        ),
      })),
    }
  },
})
