import { builder } from '../../builder.ts'
import { courseRights } from './right-change.contract.ts'

export const rightChangeHandlers = builder.implement(courseRights, {
  changed: ({ body }, { rightChanges }) => rightChanges.changed(body.since, body.after),
})
