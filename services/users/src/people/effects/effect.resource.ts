import { builder } from '../../builder.ts'
import { effectHandlers } from './effect.handlers.ts'
import { EffectEntity } from './effect.store.ts'

export const effectResource = builder.resource({
  handlers: [effectHandlers],
  entities: [EffectEntity],
})
