// What people object to changes without an event: whoever changes it has the facts about it read anew.
import { id } from '@lms/contract'
import { enqueueMany, enqueueSelected, task, type UnitOfWork } from '@lms/service-host'
import { z } from 'zod'
import { addressKey } from '../addresses/address.ts'
import type { TransportKind } from '../addresses/kinds.ts'

/** Reads what a person objects to anew, for the rules about it. One waits for each person. */
export const refreshObjections = task('refresh-objections', {
  payload: z.object({ user_id: id('usr') }),
  batch: 200,
  counted: false,
})

/** Has the objections of these people read anew once the work is committed. */
export function objectionsChanged(work: UnitOfWork, userIds: readonly string[]): void {
  const ids = [...new Set(userIds)] as z.output<typeof refreshObjections.payload>['user_id'][]
  enqueueMany(
    work,
    refreshObjections,
    ids.map(user_id => ({ payload: { user_id }, key: user_id })),
  )
}

const factOfAddress = {
  email: ['field', 'email'],
  sms: ['field', 'phone'],
  telegram: ['address', 'telegram'],
}

/** The same of those who have an address, and of a person who is known to have it. */
export function objectionsOfAddressChanged(
  work: UnitOfWork,
  { address, transport, userId }: { address: string; transport: TransportKind; userId: string | null },
): void {
  const key = addressKey(address, transport)
  // In the app, and for pushes, the address is the person.
  if (transport === 'push' || transport === 'in_app') objectionsChanged(work, [userId ?? key])
  else
    enqueueSelected(work, refreshObjections, {
      sql: `select user_id, json_build_object('user_id', user_id)::text from (
        select user_id from "crm"."person_facts"
        where school_id = $ and kind = $ and key = $ and text = $
        union select $::text where $::text is not null) owners(user_id)`,
      values: [work.school, ...factOfAddress[transport], key, userId, userId],
    })
}
