import { roomSubject } from '@lms/events'
import { builder } from '../builder.ts'
import { RoomEventEntity } from './room-event.entity.ts'

export const roomEventResource = builder.resource({
  entities: [RoomEventEntity],
  publishes: [roomSubject('*', '*', 'webinars')],
})
