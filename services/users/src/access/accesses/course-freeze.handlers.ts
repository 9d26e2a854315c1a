import { builder } from '../../builder.ts'
import { changeAccess, isOver } from './access.rules.ts'
import { courseFreezes } from './course-freeze.contract.ts'
import { CourseRight } from './right-change.contract.ts'

export const courseFreezeHandlers = builder.implement(courseFreezes, {
  set: async ({ body: { user_id, course_id, frozen, since }, now }, { accesses }) => {
    const rows = await accesses.lockOfPair(user_id, course_id)
    const after = rows.map(row => {
      if (frozen ? row.held_at !== null || isOver(row, now) : row.held_at === null) return row
      if (!frozen && since !== null && row.held_at! < since) return row
      const held_at = frozen ? now : null
      // A pause of its subscription stops the clock, too.
      if (row.paused_at !== null) return accesses.save(row, { held_at })
      const { moves, access } = changeAccess(row, { status: frozen ? 'frozen' : 'active' }, now)
      const { status: _, ...fields } = access
      return accesses.move(row, moves, { ...fields, held_at })
    })
    return { changes: after.map(row => ({ id: row.id, right: CourseRight.parse(row), flow: null })) }
  },
})
