import { builder } from '../../builder.ts'
import { curatorScopeHandlers } from './curator-scope.handlers.ts'
import { CuratorScopeEntity } from './curator-scope.store.ts'

export const curatorResource = builder.resource({
  handlers: [curatorScopeHandlers],
  entities: [CuratorScopeEntity],
})
