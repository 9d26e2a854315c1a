import { type Id, Refused } from '@lms/contract'
import { type ListQuery, noRows, pageOfItems } from '@lms/service-host'
import { builder } from '../builder.ts'
import { refusals as memberRefusals } from './member.contract.ts'
import { groupTransferred, transfers } from './transfer.contract.ts'
import { sourceOf, transferOf } from './transfer.rules.ts'

/** The one requested person; a preview for nobody, or for several, is empty, with a warning. */
function userAsked({ filters, warnings, nothing }: ListQuery): Id<'usr'> | null {
  const asked = filters.flatMap(({ values }) => values)
  if (asked.length !== 1 && !nothing) warnings.push('userId must name one person; nothing matches')
  return asked.length === 1 ? (asked[0] as Id<'usr'>) : null
}

export const transferHandlers = builder.implement(transfers, {
  preview: async ({ path, query }, { groups, members }) => {
    const userId = userAsked(query)
    const [target, flows] = await Promise.all([groups.get(path.id), userId ? members.flowsOf(userId) : []])
    if (!userId) return noRows
    const warn = (message: string) => void query.warnings.push(message)
    if (target.starts_at === null) warn('this group has no start date, so it is not a flow')
    else if (flows.some(({ id }) => id === target.id)) warn('this person is already in this flow')
    else if (flows.length === 0) warn('this person is in no other flow')
    else
      return pageOfItems(
        flows.map(flow => transferOf(userId, flow, target)),
        { ...query, filters: [] },
      )
    return noRows
  },

  move: async ({ path, body: { user_id, from_group_id }, emit }, { groups, members }) => {
    const [target, present, memberships, flows] = await Promise.all([
      groups.lockShared(path.id),
      members.present([user_id]),
      members.lockAll(user_id),
      members.flowsOf(user_id),
    ])
    if (!present.has(user_id)) throw new Refused(memberRefusals.user_unknown)
    const source = sourceOf(flows, target, from_group_id)
    const transfer = transferOf(user_id, source, target)
    members.transfer(memberships.find(({ group_id }) => group_id === source.id)!, target.id)
    emit(groupTransferred, transfer, { related: { group_id: target.id } })
    return transfer
  },
})
