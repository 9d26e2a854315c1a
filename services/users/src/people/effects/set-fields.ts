// Effects that set a custom field of a person: each with the rules of `PATCH /v1/users/{id}`.
import { Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { checkValues, newValues } from '../custom-fields/field.rules.ts'
import { userUpdated } from '../users/user.contract.ts'
import { changeUser } from '../users/user.rules.ts'
import type { UserRow } from '../users/user.store.ts'
import type { Effect, EffectResult, effectReasons } from './effect.contract.ts'

export type SetField = Extract<Effect, { kind: 'set_field' }>

export const isSetField = (effect: Effect): effect is SetField => effect.kind === 'set_field'

/** Sets fields of locked people, in the order of the list; the results are in this order, too. */
export async function setFields(
  requests: readonly SetField[],
  locked: readonly UserRow[],
  { emit }: Pick<Work, 'emit'>,
  { fields, users }: Stores,
): Promise<Omit<EffectResult, 'events'>[]> {
  const knownFields = await fields.lockByNames([...new Set(requests.map(({ field }) => field))])
  const people = new Map(locked.map(user => [user.id as string, user]))
  return requests.map(({ key, user_id, field, value, request_id }) => {
    const result = (
      outcome: EffectResult['outcome'],
      reason: (typeof effectReasons)[number] | null = null,
    ) => ({
      ...{ key, outcome, reason, access_ids: [] },
    })
    const user = people.get(user_id)
    if (!user || user.status === 'deleted') return result('refused', 'user_unknown')
    try {
      const values = newValues({ [field]: value }, user.custom_fields)
      if (Object.keys(values).length === 0) return result('unchanged')
      checkValues(values, knownFields)
      const changed = changeUser(user, { custom_fields: { [field]: value } })
      fields.note(user.id, values)
      const saved = users.change(user, changed)
      people.set(user.id, saved)
      const follows = request_id === undefined ? {} : { follows: { requestId: request_id, causeId: null } }
      emit(userUpdated, saved, { previous: user, ...follows })
      return result('done')
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { reason } = error.refusal
      return result('refused', reason as (typeof effectReasons)[number])
    }
  })
}
