// What the rows of a slice give their people extras: tags, groups, consents, accesses. Each only where it is lacking.
import { type BodyOf, type Id, newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { grantByGroups } from '../../access/accesses/grant-by-groups.ts'
import { groupJoined } from '../../access/groups/member.contract.ts'
import { byHand, memberOf } from '../../access/groups/member.store.ts'
import type { Stores } from '../../builder.ts'
import { userConsentChanged } from '../../privacy/consents/consent.contract.ts'
import { giveConsent, replaced, standing } from '../../privacy/consents/consent.rules.ts'
import { maxTags, userTagAdded } from '../tags/tag.contract.ts'
import type { News } from './extras.rules.ts'
import type { peopleImports } from './import.contract.ts'
import type { NamedGroup, NamedTag } from './tags-and-groups.ts'

type Order = BodyOf<(typeof peopleImports)['take']>
type UserId = Id<'usr'>

/** What people get: the same for all of an order, and of their own rows. */
export interface Gifts {
  /** Their tags and groups are locked, or new. */
  readonly tags: ReadonlyMap<NamedTag, readonly UserId[]>
  readonly groups: ReadonlyMap<NamedGroup, readonly UserId[]>
  /** Who has consented to e-mail by their rows. */
  readonly subscribed: ReadonlyMap<UserId, News>
}

export async function giveAll(
  userIds: readonly UserId[],
  gifts: Gifts,
  { consent, import_id }: Pick<Order, 'consent' | 'import_id'>,
  ctx: Work,
  stores: Stores,
): Promise<void> {
  if (userIds.length === 0) return
  await giveTags(gifts.tags, ctx, stores)
  const pairs: { group_id: Id<'grp'>; user_id: UserId }[] = []
  for (const [{ id: group_id }, members] of gifts.groups) {
    const joined = await stores.members.add(group_id, members, byHand)
    for (const row of joined) ctx.emit(groupJoined, memberOf(row))
    pairs.push(...joined.map(({ id }) => ({ group_id, user_id: id })))
  }
  // At once, and not a moment later by a task: nobody is to be told of what is imported.
  await grantByGroups(pairs, ctx, stores)
  const stated: Stated[] = [
    ...(consent ? userIds.map(user_id => ({ ...consent, user_id, at: null })) : []),
    ...[...gifts.subscribed].map(([user_id, news]) => ({ ...ofRow(import_id, news), user_id, at: news.at })),
  ]
  await giveConsents(stated, ctx, stores)
}

async function giveTags(gifts: Gifts['tags'], { now, emit }: Work, { tags }: Stores) {
  if (gifts.size === 0) return
  const present = await tags.ofMany([...new Set([...gifts.values()].flat())])
  for (const [{ id, name }, people] of gifts) {
    const lacking = people.filter(userId => {
      const own = present.get(userId)
      return !own?.has(id) && (own?.size ?? 0) < maxTags
    })
    tags.give(lacking, [id])
    for (const user_id of lacking) {
      present.set(user_id, (present.get(user_id) ?? new Set()).add(id))
      emit(userTagAdded, { id, name, added_at: now, user_id })
    }
  }
}

const unknownVersion = 'imported'
const isOfRow = ({ source }: { source: string }) => source.startsWith('import imp_')

interface Stated extends NonNullable<Order['consent']> {
  readonly user_id: UserId
  readonly at: string | null
}

/** The consent of a row that says “subscribed”: mostly nobody knows to which text. */
const ofRow = (importId: string, { version = unknownVersion }: News) => ({
  channel: 'email' as const,
  text_version: version,
  source: `import ${importId}`,
})

async function giveConsents(all: readonly Stated[], { now, emit }: Work, { consents }: Stores) {
  if (all.length === 0) return
  const userIds = [...new Set(all.map(({ user_id }) => user_id))]
  const history = Map.groupBy(await consents.of(...userIds), ({ user_id }) => user_id)
  const done = new Set<string>()
  for (const { user_id, at, ...consent } of all) {
    const key = `${user_id} ${consent.channel}`
    const ofChannel = (history.get(user_id) ?? []).filter(({ channel }) => channel === consent.channel)
    const before = standing(ofChannel)
    // One is enough, and what somebody said here is not said anew by a table; that of the whole order comes first.
    const isSaid = isOfRow(consent) && ofChannel.some(({ status }) => status === 'withdrawn')
    const isTold =
      isSaid ||
      (before && (before.text_version === consent.text_version || consent.text_version === unknownVersion))
    if (done.has(key) || isTold) continue
    done.add(key)
    const since = at !== null && at <= now && !ofChannel.some(({ given_at }) => given_at > at) ? { at } : {}
    const newConsent = giveConsent({ ...consent, ...since }, ofChannel, { id: newId('cns'), user_id, now })
    if (before) consents.move(before, 'replace', replaced(newConsent.given_at))
    emit(userConsentChanged, newConsent)
    consents.insert({ ...newConsent, agreed_text: null })
  }
}
