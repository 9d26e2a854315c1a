// What people have besides their fields, as rows of a table say it.
import type { Id, ReturnsOf } from '@lms/contract'
import type { Stores } from '../../builder.ts'
import { standing } from '../../privacy/consents/consent.rules.ts'
import type { peopleImports } from './import.contract.ts'

type People = ReturnsOf<(typeof peopleImports)['extras']>['people']

export async function extrasOf(
  userIds: readonly Id<'usr'>[],
  { consents, groups, tags }: Pick<Stores, 'consents' | 'groups' | 'tags'>,
): Promise<People> {
  const [tagNames, groupNames, records] = await Promise.all([
    tags.namesOf(userIds),
    groups.namesOf(userIds),
    consents.of(...userIds),
  ])
  const byPerson = Map.groupBy(
    records.filter(({ channel }) => channel === 'email'),
    ({ user_id }) => user_id,
  )
  return userIds.map(user_id => {
    const consent = standing(byPerson.get(user_id) ?? [])
    return {
      user_id,
      tags: tagNames.get(user_id) ?? [],
      groups: groupNames.get(user_id) ?? [],
      subscribed_at: consent?.given_at ?? null,
      consent_version: consent?.text_version ?? null,
    }
  })
}
