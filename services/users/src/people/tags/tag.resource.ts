import { builder } from '../../builder.ts'
import { leaveTagTask } from './remove-tag.run.ts'
import { TagCountEntity, TagRemovalEntity, UserTagEntity } from './tag.entity.ts'
import { personTagHandlers, tagHandlers } from './tag.handlers.ts'
import { tagPeopleHandlers } from './tag-people.handlers.ts'

export const tagResource = builder.resource({
  handlers: [tagHandlers, personTagHandlers, tagPeopleHandlers],
  entities: [UserTagEntity, TagCountEntity, TagRemovalEntity],
  tasks: [leaveTagTask],
  objects: { tag: (ids, { tags }) => tags.many(ids) },
})
