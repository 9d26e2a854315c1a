import { addressHashes, addressKey } from '../addresses/address.ts'
import { builder } from '../builder.ts'
import { suppressionImports } from './import.contract.ts'

/** Nobody is told: neither the person nor a scenario has a part in what was said elsewhere. */
export const suppressionImportHandlers = builder.implement(suppressionImports, {
  take: async ({ body: { import_id, addresses }, work, runtime }, { people, suppressions }) => {
    const at = { school: work.school, vault: runtime.vault }
    const present = await people.holdAll(addresses.map(({ user_id }) => user_id))
    for (const { user_id, email, status } of addresses.filter(each => present.has(each.user_id))) {
      const [address_hash] = addressHashes(email, 'email', at)
      suppressions.suppress({
        ...{ user_id, transport: 'email', address: addressKey(email, 'email'), address_hash: address_hash! },
        ...{ topic: null, reason: status === 'bounced' ? 'hard_bounce' : 'unsubscribed', message_id: null },
      })
    }
    return { id: import_id }
  },

  of: async ({ body: { user_ids } }, { suppressions }) => {
    const rows = await suppressions.ofPeople(user_ids)
    return {
      people: rows.map(({ user_id, reason }) => ({
        user_id: user_id!,
        status: reason === 'unsubscribed' ? ('unsubscribed' as const) : ('bounced' as const),
      })),
    }
  },
})
