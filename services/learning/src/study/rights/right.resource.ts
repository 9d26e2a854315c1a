import { builder } from '../../builder.ts'
import { FlowEntity, RightEntity, RightsProgressEntity } from './right.entity.ts'

export const rightResource = builder.resource({
  entities: [RightEntity, FlowEntity, RightsProgressEntity],
})
