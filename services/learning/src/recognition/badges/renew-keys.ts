// The keys of a restored school: the private ones are in no archive.
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { maxKeys } from './badge-key.contract.ts'
import { newBadgeKey } from './badge-key.ts'

/** Gives a school that had keys a new one, which signs from now on; what the old ones have signed stays provable. */
export async function renewKeys(
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  { badgeKeys }: Pick<Stores, 'badgeKeys'>,
): Promise<readonly string[]> {
  const key = await newBadgeKey(work.school, runtime.vault)
  const last = await badgeKeys.lockLast()
  if (last?.sealed !== '') return []
  if (last.number >= maxKeys) return ['a key for badges: the school has as many as it may']
  badgeKeys.keep(key, last.number + 1)
  return []
}
