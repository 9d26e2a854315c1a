import type { Id } from '@lms/contract'
import { builder, type Stores } from '../../builder.ts'
import type { UserRow } from '../users/user.store.ts'
import { maxPeopleOfFacts, type UserFacts, userFacts } from './facts.contract.ts'

const userFactsHandlers = builder.implement(userFacts, {
  find: async ({ body }, stores) => {
    // Before the accesses: what is adjusted in between is seen by them.
    const unsettled = await stores.facts.unsettled(body.ids)
    return { people: await factsOf(await stores.users.many(body.ids), stores), unsettled }
  },
  next: async ({ body }, stores) => ({
    people: await factsOf(
      (await stores.users.walk({ sql: 'true', values: [] }, body.after, maxPeopleOfFacts / 2)) as UserRow[],
      stores,
    ),
  }),
})

async function factsOf(people: readonly UserRow[], { facts, identities }: Stores): Promise<UserFacts[]> {
  const ids = people.map(({ id }) => id)
  const [tags, groups, consents, accesses, messengers] = await Promise.all([
    facts.tags(ids),
    facts.groups(ids),
    facts.consents(ids),
    facts.accesses(ids),
    identities.messengersOf(ids),
  ])
  const subjects = new Map<string, string>(messengers.map(({ user_id, subject }) => [user_id, subject]))
  return people.map(person => ({
    ...person,
    messenger: subjects.get(person.id) ?? null,
    tag_ids: (tags.get(person.id) ?? []).map(([id]) => id as Id<'tag'>),
    group_ids: (groups.get(person.id) ?? []).map(([id]) => id as Id<'grp'>),
    consents: (consents.get(person.id) ?? []).map(([channel]) => channel as UserFacts['consents'][number]),
    accesses: (accesses.get(person.id) ?? []).map(([course, expires_at, subscription]) => ({
      course_id: course as Id<'crs'>,
      expires_at: expires_at ?? null,
      renews: subscription !== null,
    })),
  }))
}

export const factsResource = builder.resource({
  handlers: [userFactsHandlers],
})
