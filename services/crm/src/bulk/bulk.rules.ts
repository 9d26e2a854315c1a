// What a bulk action asks for, and what the calls for one person need. Pure.
import type { Caller, Permission } from '@lms/contract'
import { hasPermission } from '@lms/contract'
import type { Effect } from '@lms/users/contract'
import { customFacts, type Fact } from '../facts/fact.rules.ts'
import type { BulkAction, BulkKind } from './bulk.object.ts'

type Order = Pick<
  BulkAction,
  | 'kind'
  | 'course_id'
  | 'expires_at'
  | 'term_days'
  | 'group_id'
  | 'tag_id'
  | 'field'
  | 'value'
  | 'mailing_id'
  | 'scenario_id'
>

const fields = ['course_id', 'group_id', 'tag_id', 'field', 'mailing_id', 'scenario_id'] as const

const needs: Readonly<Record<BulkKind, { field: (typeof fields)[number]; permission: Permission }>> = {
  grant_access: { field: 'course_id', permission: 'accesses:write' },
  revoke_access: { field: 'course_id', permission: 'accesses:write' },
  add_to_group: { field: 'group_id', permission: 'groups:write' },
  remove_from_group: { field: 'group_id', permission: 'groups:write' },
  add_tag: { field: 'tag_id', permission: 'users:write' },
  remove_tag: { field: 'tag_id', permission: 'users:write' },
  set_field: { field: 'field', permission: 'users:write' },
  send_mailing: { field: 'mailing_id', permission: 'mailings:write' },
  run_scenario: { field: 'scenario_id', permission: 'scenarios:write' },
}

/** Whether it has the field of its kind, and none of another. */
export function isClear(order: Order): boolean {
  const { field } = needs[order.kind]
  const set = fields.filter(name => order[name] !== null)
  const terms = [order.expires_at, order.term_days].filter(term => term !== null).length
  const hasForeignValue = order.value !== null && order.kind !== 'set_field'
  return (
    set.length === 1 &&
    set[0] === field &&
    terms <= (order.kind === 'grant_access' ? 1 : 0) &&
    !hasForeignValue
  )
}

export const mayDo = ({ rights }: Pick<Caller, 'rights'>, kind: BulkKind): boolean =>
  hasPermission(rights, needs[kind].permission)

export const permissionOf = (kind: BulkKind): Permission => needs[kind].permission

/** The effect on a person; null for a mailing and a scenario, which are no effects of the users service. */
export function effectOn(order: Order & { id: string }, userId: Effect['user_id']): Effect | null {
  const common = { key: `bulk ${order.id} ${userId}`, user_id: userId }
  switch (order.kind) {
    case 'grant_access': {
      const { course_id, expires_at, term_days } = order
      return { kind: 'grant', ...common, course_id: course_id as never, expires_at, term_days }
    }
    case 'revoke_access':
      return { kind: 'revoke', ...common, course_id: order.course_id as never }
    case 'add_to_group':
      return { kind: 'join_group', ...common, group_id: order.group_id as never }
    case 'remove_from_group':
      return { kind: 'leave_group', ...common, group_id: order.group_id as never }
    case 'add_tag':
    case 'remove_tag':
      return { kind: order.kind, ...common, tag_id: order.tag_id as never }
    case 'set_field':
      return { kind: 'set_field', ...common, field: order.field!, value: order.value }
    case 'send_mailing':
    case 'run_scenario':
      return null
  }
}

/** A fact of people, with any value or with this one. */
export interface ChangedFact extends Pick<Fact, 'kind' | 'key'> {
  readonly value?: Pick<Fact, 'text' | 'number'>
  readonly unlessHad: boolean
}

/** The fact of a person that is changed: who has it stays as they are, or who lacks it. */
export function factOf(order: Order): ChangedFact | null {
  switch (order.kind) {
    case 'grant_access':
      return { kind: 'access', key: order.course_id!, unlessHad: true }
    case 'revoke_access':
      return { kind: 'access', key: order.course_id!, unlessHad: false }
    case 'add_to_group':
      return { kind: 'group', key: order.group_id!, unlessHad: true }
    case 'remove_from_group':
      return { kind: 'group', key: order.group_id!, unlessHad: false }
    case 'add_tag':
      return { kind: 'tag', key: order.tag_id!, unlessHad: true }
    case 'remove_tag':
      return { kind: 'tag', key: order.tag_id!, unlessHad: false }
    case 'set_field': {
      const [value] = customFacts(order.field!, order.value)
      const field = { kind: 'field' as const, key: `custom.${order.field}` }
      return value ? { ...field, value, unlessHad: true } : { ...field, unlessHad: false }
    }
    case 'send_mailing':
    case 'run_scenario':
      return null
  }
}
