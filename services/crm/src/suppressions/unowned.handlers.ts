import { eraseAnswers } from '@lms/service-host'
import { addressHashes } from '../addresses/address.ts'
import type { TransportKind } from '../addresses/kinds.ts'
import { builder } from '../builder.ts'
import { unownedSuppressions } from './unowned.contract.ts'

export const unownedSuppressionHandlers = builder.implement(unownedSuppressions, {
  bind: async ({ body, work, runtime }, { people, suppressions }) => {
    const { user_id, email, phone, messengers } = body
    const addresses: [TransportKind, string | null][] = [
      ['email', email],
      ['sms', phone],
      ...messengers.map((subject): [TransportKind, string] => ['telegram', subject]),
      ['push', user_id],
      ['in_app', user_id],
    ]
    const at = { school: work.school, vault: runtime.vault }
    const hashes = addresses.flatMap(([transport, address]) =>
      address === null ? [] : addressHashes(address, transport, at),
    )
    // The erasure of a person who has left already has been here: theirs goes at once.
    if (await people.exists(user_id, runtime)) {
      people.lockShared(user_id)
      suppressions.bind(hashes, user_id)
    } else suppressions.blankUnowned(hashes)
    // Those kept of requests about these addresses name no person by whom they are found.
    await eraseAnswers(
      [email, phone].filter(address => address !== null),
      work,
    )
    return { user_id }
  },
})
