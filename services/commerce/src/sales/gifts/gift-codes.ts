// The codes of gifts follow from their ids by a key of the service's ring. A code of an older key is valid for good, and
// is shown as long as its key is in the ring.
import type { Caller } from '@lms/contract'
import type { Runtime } from '@lms/service-host'
import type { Gift } from './gift.contract.ts'
import { codeHash, codeOf, hintOf, maySeeCode } from './gift.rules.ts'
import type { GiftRow } from './gift.store.ts'

type Keys = Pick<Runtime, 'vault'>
const use = 'codes of gifts'

/** The stored parts of a new gift's code. */
export function newCode(gift: { school_id: string; id: string }, { vault }: Keys) {
  const code = codeOf(vault.derive(use), gift)
  return { code_hash: codeHash(gift.school_id, code), hint: hintOf(code) }
}

/** A gift as a caller sees it. */
export function giftFor(gift: GiftRow, caller: Caller, { vault }: Keys): Gift {
  const isShown = gift.status === 'active' && maySeeCode(caller, gift)
  return { ...gift, code: isShown ? codeFor(gift, { vault }) : null }
}

/** The page of a gift, behind the address of the school: who has the code has the gift. */
export const pathOfGift = (code: string): string => `/gifts/${code}`

/** The code of a gift; null if its key has left the ring. */
export const codeFor = (gift: GiftRow, { vault }: Keys): string | null =>
  vault
    .derivedKeys(use)
    .map(({ key }) => codeOf(key, gift))
    .find(code => codeHash(gift.school_id, code) === gift.code_hash) ?? null
