import { builder } from '../builder.ts'
import { actionHandlers } from './action.handlers.ts'
import { ActionEntity } from './action.store.ts'
import { outcomeHandlers } from './outcome.handlers.ts'
import { renderingHandlers } from './render.handlers.ts'

export const actionResource = builder.resource({
  handlers: [actionHandlers, outcomeHandlers, renderingHandlers],
  entities: [ActionEntity],
})
