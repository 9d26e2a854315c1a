// What the nodes of a graph do to people, as the calls for one person. Pure.
import { type Caller, hasPermission, type Permission, Refused } from '@lms/contract'
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
