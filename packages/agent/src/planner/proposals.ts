// What becomes of a change that a question asks for: a call with its body, or what it lacks.
import { fillPath } from '@lms/contract'
import type { z } from 'zod'
import type { Catalog } from '../catalog.ts'
import type { Change } from './changes.ts'

export interface Proposal {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body: Record<string, unknown> | undefined
}

type Proposing = { action: string; proposal: Proposal } | { action: string; fields: readonly string[] }

/** The call, with what it does; or the fields that it needs besides. */
export function proposalOf(
  change: Extract<Change, { kind: 'operation' | 'call' | 'tag' }>,
  tools: Catalog,
): Proposing {
  if (change.kind === 'tag') {
    const { name } = change
    const action = 'Create a tag'
    return name
      ? { action, proposal: { method: 'POST', path: '/v1/tags', body: { name } } }
      : { action, fields: ['name'] }
  }
  const { path, method, summary, body } = tools.tool(change.tool)!.operation
  // `publish` is also the name of an action in the body.
  const bodies = change.kind === 'call' ? [change.body ?? {}] : [{}, { action: change.verb }]
  const validBody = bodies.find(each => body?.safeParse(each).success)
  if (body && !validBody) return { action: summary, fields: missingFields(body, bodies[0]!) }
  const values = change.kind === 'call' ? change.path : { id: change.id }
  const at = fillPath(path, values)
  return { action: summary, proposal: { method: method as Proposal['method'], path: at, body: validBody } }
}

/** The fields that a body needs besides those with defaults and these. */
function missingFields(body: z.ZodType, values: object): string[] {
  const { success, error } = body.safeParse(values)
  return success ? [] : [...new Set(error!.issues.map(({ path }) => path.join('.') || 'body'))]
}
