import { builder } from '../../builder.ts'
import { tagPeople, tagPeoplePage } from './tag-people.contract.ts'

export const tagPeopleHandlers = builder.implement(tagPeople, {
  list: async ({ body: { tag_id, after } }, { tags }) => {
    const people = await tags.people(tag_id, after, tagPeoplePage)
    return { people, next: people.length === tagPeoplePage ? people.at(-1)!.user_id : null }
  },
})
