import { builder } from '../builder.ts'
import { PresenceHourEntity, WatchedPartEntity } from './presence.entity.ts'

export const presenceResource = builder.resource({
  entities: [PresenceHourEntity, WatchedPartEntity],
})
