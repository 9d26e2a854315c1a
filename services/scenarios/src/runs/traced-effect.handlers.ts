import { builder } from '../builder.ts'
import { maxTraced, tracedEffects } from './traced-effect.contract.ts'

export const tracedEffectHandlers = builder.implement(tracedEffects, {
  list: async ({ body }, { traces }) => ({ effects: await traces.effectsOf(body.request_ids, maxTraced) }),
})
