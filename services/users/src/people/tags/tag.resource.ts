import { builder } from '../../builder.ts'
import { leaveTagTask } from './remove-tag.run.ts'
import { TagCountEntity, TagRemovalEntity, UserTagEntity } from './tag.entity.ts'
import { personTagHandlers, tagHandlers } from './tag.handlers.ts'
import { tagPeople, tagPeoplePage } from './tag-people.contract.ts'

const tagPeopleHandlers = builder.implement(tagPeople, {
  list: async ({ body: { tag_id, after } }, { tags }) => {
    const people = await tags.people(tag_id, after, tagPeoplePage)
    return { people, next: people.length === tagPeoplePage ? people.at(-1)!.user_id : null }
  },
})

export const tagResource = builder.resource({
  handlers: [tagHandlers, personTagHandlers, tagPeopleHandlers],
  entities: [UserTagEntity, TagCountEntity, TagRemovalEntity],
  tasks: [leaveTagTask],
  objects: { tag: (ids, { tags }) => tags.many(ids) },
})
