import { builder } from '../../builder.ts'
import { curatorScopes } from './curator-scope.contract.ts'

export const curatorScopeHandlers = builder.implement(curatorScopes, {
  set: async ({ body: { curator_id, ...scopes } }, stores) => {
    stores.curatorScopes.replace(curator_id, scopes)
    return {}
  },
})
