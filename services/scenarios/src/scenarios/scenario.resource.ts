import type { Id } from '@lms/contract'
import { builder } from '../builder.ts'
import { namingScenarios } from './naming-scenarios.contract.ts'
import { ListenerEntity, VersionEntity } from './version.store.ts'

const namingHandlers = builder.implement(namingScenarios, {
  ofField: async ({ body: { name } }, { scenarios }) => ({
    scenario_ids: (await scenarios.namingField(name)) as Id<'scn'>[],
  }),
})

export const scenarioResource = builder.resource({
  handlers: [namingHandlers],
  entities: [VersionEntity, ListenerEntity],
  used: { scenarios_limit_reached: ({ scenarios }, most) => scenarios.standing(most) },
  objects: { scn: (ids, { scenarios }) => scenarios.many(ids) },
  naming: {
    crs: (id, { scenarios }) => scenarios.naming(id),
    mlg: (id, { scenarios }) => scenarios.naming(id),
    seg: (id, { scenarios }) => scenarios.naming(id),
    grp: (id, { scenarios }) => scenarios.naming(id),
    tag: (id, { scenarios }) => scenarios.naming(id),
    tpl: (id, { scenarios }) => scenarios.naming(id),
    wbn: (id, { scenarios }) => scenarios.naming(id),
  },
  restored: (_, { versions }) => {
    versions.withPaths()
    return []
  },
})
