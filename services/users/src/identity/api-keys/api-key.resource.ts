import { builder } from '../../builder.ts'
import { countingAt, keyHandlers, keyInternalHandlers } from './key.handlers.ts'

export const apiKeyResource = builder.resource({
  handlers: [keyHandlers, keyInternalHandlers],
  used: { keys_limit_reached: ({ keys }, most, now) => keys.standing(most, countingAt(now)) },
  restored: () => ['API keys: issue a first one, which makes the others (lms key issue)'],
})
