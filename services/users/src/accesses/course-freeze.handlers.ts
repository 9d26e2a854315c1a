import { builder } from '../builder.ts'
import { changeAccess, isOver } from './access.rules.ts'
import { courseFreezes } from './course-freeze.contract.ts'
import { CourseRight } from './right-change.contract.ts'

export const courseFreezeHandlers = builder.implement(courseFreezes, {
  set: async ({ body: { user_id, course_id, frozen, since }, now }, { accesses }) => {
    const rows = await accesses.lockOfPair(user_id, course_id)
    const isMeant = (row: (typeof rows)[number]) =>
      frozen
        ? row.status === 'active' && !isOver(row, now)
        : row.status === 'frozen' && row.paused_at === null && (since === null || row.frozen_at! >= since)
    const after = rows.map(row => {
      if (!isMeant(row)) return row
      const { moves, access } = changeAccess(row, { status: frozen ? 'frozen' : 'active' }, now)
      const { status: _, ...fields } = access
      return accesses.move(row, moves, fields)
    })
    return { changes: after.map(row => ({ id: row.id, right: CourseRight.parse(row), flow: null })) }
  },
})
