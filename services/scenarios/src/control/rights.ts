// What the nodes of a graph do to people and ask about them, as the calls for one person.
import { type Caller, common, hasPermission, type Permission, Refused } from '@lms/contract'
import { audiences } from '@lms/crm/contract'
import type { Work } from '@lms/service-host'
import { ruleIn, segmentIn } from '../graph/graph.ts'
import type { Graph, NodeKind } from '../graph/node.ts'
import { refusals } from '../scenarios/scenario-refusals.ts'

/** The permissions of the same calls for one person. A call of an outsider needs the school’s secret, which administrators set. */
const needs: { readonly [K in NodeKind]?: Permission } = {
  grant: 'accesses:write',
  revoke: 'accesses:write',
  tag: 'users:write',
  group: 'groups:write',
  message: 'messages:write',
  task: 'tasks:write',
  note: 'notes:write',
  field: 'users:write',
  mailing: 'mailings:write',
}

/**
 * Refuses a graph that does what its publisher may not do: else a key that may only write scenarios could give everybody
 * access to every course.
 */
export function refuseBeyondOwn({ nodes }: Graph, { rights }: Pick<Caller, 'rights'>): void {
  const details = nodes.flatMap(({ id, kind }) => {
    const permission = needs[kind]
    return !permission || hasPermission(rights, permission)
      ? []
      : [{ path: `graph.nodes.${id}`, message: `needs the permission ${permission}, which you lack` }]
  })
  if (details.length)
    throw new Refused(refusals.graph_beyond_own, undefined, { details: details.slice(0, 100) })
}

/**
 * Refuses a graph whose rules and segments ask about people what its caller may not read: dry runs, tests and traces tell
 * the answers. Asks crm: before anything is locked.
 */
export async function refuseUnreadable(
  { nodes }: Graph,
  { rights }: Pick<Caller, 'rights'>,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<void> {
  const asking = nodes.flatMap(node => {
    const segment = segmentIn(node)
    const rule = ruleIn(node)?.rule ?? (segment === null ? undefined : { segment })
    return rule === undefined ? [] : [{ id: node.id, rule }]
  })
  if (asking.length === 0) return
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { needs_of_rules } = await runtime
    .client('crm', { audiences }, scope)
    .audiences.needs({ body: { segment_ids: [], rules: asking.map(({ rule }) => rule as never) } })
  const details = asking.flatMap(({ id }, index) =>
    needs_of_rules[index]!.filter(some => !some.some(each => hasPermission(rights, each))).map(some => ({
      path: `graph.nodes.${id}`,
      message: `asks about people, and needs ${some.join(' or ')}`,
    })),
  )
  if (details.length)
    throw new Refused(common.permission_missing, undefined, { details: details.slice(0, 50) })
}
