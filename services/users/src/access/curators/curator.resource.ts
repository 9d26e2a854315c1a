import { builder } from '../../builder.ts'
import { curatorScopes } from './curator-scope.contract.ts'
import { CuratorScopeEntity } from './curator-scope.store.ts'

const curatorScopeHandlers = builder.implement(curatorScopes, {
  set: async ({ body: { curator_id, ...scopes } }, stores) => {
    stores.curatorScopes.replace(curator_id, scopes)
    return {}
  },
})

export const curatorResource = builder.resource({
  handlers: [curatorScopeHandlers],
  entities: [CuratorScopeEntity],
})
