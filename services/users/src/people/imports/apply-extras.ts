// What rows say besides the fields of their people: a dry run only finds out what of it cannot be.
import type { BodyOf, Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import type { User } from '../users/user.contract.ts'
import type { Extras, News } from './extras.rules.ts'
import type { peopleImports } from './import.contract.ts'
import { giveAccesses, isTerm, type StudyOfRow } from './import-accesses.ts'
import { giveAll } from './import-effects.ts'
import type { SliceResult } from './result.ts'
import { type ByName, groupsNamed, keyOfName, tagsNamed } from './tags-and-groups.ts'

type Order = BodyOf<(typeof peopleImports)['take']>
type UserId = Id<'usr'>

interface Meant {
  readonly row: number
  readonly person: User
  readonly extras: Extras
}

export async function applyExtras(
  meant: readonly Meant[],
  order: Order,
  { ctx, result, stores }: { ctx: Work; result: SliceResult; stores: Stores },
): Promise<void> {
  const tags = await tagsNamed(
    [...order.tag_ids, ...meant.flatMap(({ extras }) => extras.tags)],
    order,
    stores,
  )
  const groups = await groupsNamed(
    [...order.group_ids, ...meant.flatMap(({ extras }) => extras.groups)],
    order,
    stores,
  )
  const everybody = [...new Set(meant.map(({ person }) => person.id))].sort()
  const gifts = {
    tags: receivers(meant, tags, { everybody, ofAll: order.tag_ids, field: 'tags', result }),
    groups: receivers(meant, groups, { everybody, ofAll: order.group_ids, field: 'groups', result }),
    subscribed: subscribedIn(meant),
  }
  const studies = studiesIn(meant, result)
  tellOthers(meant, studies, result)
  if (order.dry_run) return
  await giveAll(everybody, gifts, order, ctx, stores)
  await giveAccesses(studies, order, ctx, stores)
}

/** Who gets each of these; a name that the school has no room for is told. */
function receivers<T>(
  meant: readonly Meant[],
  named: ByName<T>,
  {
    everybody,
    ofAll,
    field,
    result,
  }: { everybody: UserId[]; ofAll: readonly string[]; field: 'tags' | 'groups'; result: SliceResult },
): Map<T, UserId[]> {
  const people = new Map<T, Set<UserId>>()
  const add = (one: T, ids: readonly UserId[]) =>
    people.set(one, new Set([...(people.get(one) ?? []), ...ids]))
  for (const id of ofAll) {
    const one = named.get(keyOfName(id))
    if (one) add(one, everybody)
  }
  for (const { row, person, extras } of meant)
    for (const name of extras[field]) {
      const one = named.get(keyOfName(name))
      if (one) add(one, [person.id])
      else result.warn(row, [{ field, message: `the school has no room for one more of them: ${name}` }])
    }
  return new Map([...people].map(([one, ids]) => [one, [...ids].sort()]))
}

const subscribedIn = (meant: readonly Meant[]): Map<UserId, News> =>
  new Map(
    meant.flatMap(({ person, extras: { news } }) =>
      news?.status === 'subscribed' && person.email ? [[person.id, news] as const] : [],
    ),
  )

function studiesIn(meant: readonly Meant[], result: SliceResult): StudyOfRow[] {
  return meant.flatMap(({ row, person, extras: { study } }) => {
    if (!study) return []
    if (isTerm(study)) result.answer.accesses++
    else result.warn(row, [{ field: 'access_expires_at', message: 'is before access_starts_at' }])
    const name = `${person.first_name} ${person.last_name}`.trim()
    return [{ ...study, row, user_id: person.id, name }]
  })
}

/** For the services that keep studies and write messages. */
function tellOthers(meant: readonly Meant[], studies: readonly StudyOfRow[], { answer }: SliceResult): void {
  for (const { row, user_id, course_id, name, completed_at, percent, ...certificate } of studies) {
    const { certificate_number, certificate_issued_at } = certificate
    answer.studies.push({
      ...{ row, user_id, course_id, name, completed_at, percent },
      ...{ certificate_number, certificate_issued_at },
    })
  }
  for (const { row, person, extras } of meant)
    if (extras.sale) answer.sales.push({ ...extras.sale, row, user_id: person.id })
  for (const { person, extras } of meant)
    if (person.email && extras.news && extras.news.status !== 'subscribed')
      answer.unwanted.push({ user_id: person.id, email: person.email, status: extras.news.status })
}
