// What becomes of a change that a question asks for: a call with its body, or what it lacks.
import type { z } from 'zod'
import type { Catalog } from '../catalog.ts'
import type { Change } from './changes.ts'

export interface Proposal {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body: Record<string, unknown> | undefined
}

/** The call, with what it does; or the fields that it needs besides. */
export function proposalOf(
  change: Extract<Change, { kind: 'operation' | 'tag' }>,
  tools: Catalog,
): { action: string; proposal: Proposal } | { action: string; fields: readonly string[] } {
  if (change.kind === 'tag') {
    const { name } = change
    const action = 'Create a tag'
    return name
      ? { action, proposal: { method: 'POST', path: '/v1/tags', body: { name } } }
      : { action, fields: ['name'] }
  }
  const { path, method, summary, body } = tools.tool(change.tool)!.operation
  // `publish` is also the name of an action in the body.
  const validBody = [{}, { action: change.verb }].find(each => body?.safeParse(each).success)
  if (body && !validBody) return { action: summary, fields: missingFields(body) }
  const at = path.replace('{id}', change.id)
  return { action: summary, proposal: { method: method as Proposal['method'], path: at, body: validBody } }
}

/** The fields that a body needs besides those with defaults. */
function missingFields(body: z.ZodType): string[] {
  const { success, error } = body.safeParse({})
  return success ? [] : [...new Set(error!.issues.map(({ path }) => path.join('.') || 'body'))]
}
