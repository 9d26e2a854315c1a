// What the rows of a slice give their people besides: tags, groups, consents. Each only where it is lacking.
import { type BodyOf, type Id, newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { groupJoined } from '../../access/groups/member.contract.ts'
import { byHand, memberOf } from '../../access/groups/member.store.ts'
import type { Stores } from '../../builder.ts'
import { userConsentChanged } from '../../privacy/consents/consent.contract.ts'
import { giveConsent, replaced, standing } from '../../privacy/consents/consent.rules.ts'
import { maxTags, userTagAdded } from '../tags/tag.contract.ts'
import type { peopleImports } from './import.contract.ts'

type Order = BodyOf<(typeof peopleImports)['take']>
type UserIds = readonly Id<'usr'>[]

export async function giveAll(
  userIds: UserIds,
  { tag_ids, group_ids, consent }: Order,
  ctx: Work,
  stores: Stores,
): Promise<void> {
  if (userIds.length === 0) return
  await giveTagsTo(userIds, tag_ids, ctx, stores)
  for (const groupId of group_ids) {
    if (!(await stores.groups.find(groupId))) continue
    const joined = await stores.members.add(groupId, userIds, byHand)
    for (const row of joined) ctx.emit(groupJoined, memberOf(row))
  }
  if (consent) await giveConsentTo(userIds, consent, ctx, stores)
}

async function giveTagsTo(
  userIds: UserIds,
  tagIds: readonly string[],
  { now, emit }: Work,
  { tags }: Stores,
) {
  if (tagIds.length === 0) return
  const [tagRows, present] = await Promise.all([tags.lockByNames(tagIds), tags.ofMany(userIds)])
  for (const { id, name } of tagRows) {
    const lacking = userIds.filter(userId => {
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

async function giveConsentTo(
  userIds: UserIds,
  consent: NonNullable<Order['consent']>,
  { now, emit }: Work,
  { consents }: Stores,
) {
  const all = Map.groupBy(await consents.of(...userIds), ({ user_id }) => user_id)
  for (const user_id of userIds) {
    const history = (all.get(user_id) ?? []).filter(({ channel }) => channel === consent.channel)
    const before = standing(history)
    if (before?.text_version === consent.text_version) continue
    const newConsent = giveConsent(consent, history, { id: newId('cns'), user_id, now })
    if (before) consents.move(before, 'replace', replaced(newConsent.given_at))
    emit(userConsentChanged, newConsent)
    consents.insert(newConsent)
  }
}
