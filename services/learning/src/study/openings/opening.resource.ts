import { builder } from '../../builder.ts'
import { FlowOpeningEntity, OpenLessonsEntity, TaughtFlowEntity } from './opening.entity.ts'
import { RuleRefEntity } from './rule-ref.store.ts'

export const openingResource = builder.resource({
  entities: [RuleRefEntity, FlowOpeningEntity, OpenLessonsEntity, TaughtFlowEntity],
  naming: {
    tag: (id, { ruleRefs }) => ruleRefs.naming(id),
    off: (id, { ruleRefs }) => ruleRefs.naming(id),
    wbn: (id, { ruleRefs }) => ruleRefs.naming(id),
  },
})
