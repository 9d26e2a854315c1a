import { type Id, Refused } from '@lms/contract'
import { flows as learningFlows } from '@lms/learning/contract'
import { type ListQuery, noRows, pageOfItems, type SchoolRuntime, type UnitOfWork } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { movable } from '../accesses/group-access.rules.ts'
import type { GroupRow } from '../groups/group.store.ts'
import { refusals as memberRefusals } from '../groups/member.contract.ts'
import { groupTransferred, type Transfer, type TransferPreview, transfers } from './transfer.contract.ts'
import { sourceOf, transferOf } from './transfer.rules.ts'

/** The one requested person; a preview for nobody, or for several, is empty, with a warning. */
function userAsked({ filters, warnings, nothing }: ListQuery): Id<'usr'> | null {
  const userIds = filters.flatMap(({ values }) => values)
  if (userIds.length !== 1 && !nothing) warnings.push('userId must name one person; nothing matches')
  return userIds.length === 1 ? (userIds[0] as Id<'usr'>) : null
}

export const transferHandlers = builder.implement(transfers, {
  preview: async ({ path, query, work, runtime }, { groups, members }) => {
    const userId = userAsked(query)
    const [target, flows] = await Promise.all([groups.get(path.id), userId ? members.flowsOf(userId) : []])
    if (!userId) return noRows
    const warn = (message: string) => void query.warnings.push(message)
    if (target.starts_at === null) warn('this group has no start date, so it is not a flow')
    else if (flows.some(({ id }) => id === target.id)) warn('this person is already in this flow')
    else if (flows.length === 0) warn('this person is in no other flow')
    else {
      const page = pageOfItems(
        flows.map(flow => transferOf(userId, flow, target)),
        { ...query, filters: [] },
      )
      const rows = await Promise.all(
        page.rows.map(transfer => withLessons(transfer, target, { work, runtime, warn })),
      )
      return { ...page, rows }
    }
    return noRows
  },

  move: async ({ path, body: { user_id, from_group_id }, emit }, { groups, members, accesses }) => {
    const [target, present, memberships, flows] = await Promise.all([
      groups.lockShared(path.id),
      members.present([user_id]),
      members.lockAll(user_id),
      members.flowsOf(user_id),
    ])
    if (!present.has(user_id)) throw new Refused(memberRefusals.user_unknown)
    const source = sourceOf(flows, target, from_group_id)
    const transfer = transferOf(user_id, source, target)
    // The right goes along: it does not end for a moment, and a term or freeze stays.
    const pairs = [source.id, target.id].map(group_id => ({ group_id, user_id }))
    const lockedAccesses = await accesses.lockOfGroups(pairs)
    for (const row of movable(lockedAccesses, { from: source.id, to: target }))
      accesses.move(row, 'transfer', { group_id: target.id })
    members.transfer(memberships.find(({ group_id }) => group_id === source.id)!, target.id)
    emit(groupTransferred, transfer, { related: { group_id: target.id } })
    return transfer
  },
})

interface Asking {
  work: UnitOfWork
  runtime: SchoolRuntime
  warn: (message: string) => void
}

/** The transfer with the openings of lessons in both flows; without any where no learning service is installed. */
async function withLessons(
  transfer: Transfer,
  { course_ids }: GroupRow,
  { work, runtime, warn }: Asking,
): Promise<TransferPreview> {
  if (!runtime.config.serviceAddresses.learning) return { ...transfer, lessons: [] }
  const { user_id, from_group_id, to_group_id } = transfer
  const { lessons, left_off } = await runtime
    .client('learning', { flows: learningFlows }, { school: work.school, requestId: work.origin.requestId })
    .flows.preview({ body: { user_id, from_group_id, to_group_id, to_course_ids: [...course_ids] } })
  if (left_off) warn(`${left_off} more lessons are left off`)
  return { ...transfer, lessons }
}
