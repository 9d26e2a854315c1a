// Pure decisions about tags: no clock, database or request.
import { type Id, isId, Refused } from '@lms/contract'
import { type PersonTag, personTagRoom, refusals } from './tag.contract.ts'

/** The form in which a name is unique: lower case, Unicode composed, single spaces. */
export const nameKey = (name: string) => name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ')

interface NamedTag {
  id: Id<'tag'>
  name: string
  name_key: string
}

/** The tags of ids and names, each once; refuses unknown names. */
export function tagsByIdOrName<T extends NamedTag>(idsOrNames: readonly string[], tags: readonly T[]): T[] {
  const tagsByName = new Map(
    tags.flatMap(tag => [[tag.id as string, tag] as const, [tag.name_key, tag] as const]),
  )
  const matches = idsOrNames.map(name => tagsByName.get(isId('tag', name) ? name : nameKey(name)))
  const details = idsOrNames.flatMap((name, index) =>
    matches[index]
      ? []
      : [{ path: `body.tags.${index}`, message: `this school has no tag ${JSON.stringify(name)}` }],
  )
  if (details.length) throw new Refused(refusals.tag_unknown, undefined, { details })
  return [...new Set(matches as T[])]
}

/** The tags that the person does not have yet; refuses more than the maximum. */
export function tagsToAdd<T extends NamedTag>(
  present: readonly PersonTag[],
  requestedTags: readonly T[],
): T[] {
  const has = new Set(present.map(({ id }) => id))
  const added = requestedTags.filter(({ id }) => !has.has(id))
  if (has.size + added.length > personTagRoom.most) throw new Refused(personTagRoom.refusal)
  return added
}

/** The person's tags that are, or with `others` are not, among the given. */
export function tagsToRemove(
  present: readonly PersonTag[],
  targetTags: readonly NamedTag[],
  { others = false } = {},
): PersonTag[] {
  const ids = new Set(targetTags.map(({ id }) => id))
  return present.filter(({ id }) => ids.has(id) !== others)
}
