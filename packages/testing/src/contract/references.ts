// Replaces the id at a place of a body.
import type { FieldPath } from '@lms/contract'

type Json = Record<string, unknown>

const keyOf = (name: string) => (name === '[]' ? 0 : name)

/** The value at a place of a body; undefined if there is none. */
export const valueAt = (body: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>((value, name) => (value as Json | undefined)?.[keyOf(name)], body)

/** A copy of a body with another value at an existing place. */
export function withValueAt(body: unknown, path: FieldPath, value: unknown): unknown {
  const copy = structuredClone(body)
  const parent = valueAt(copy, path.slice(0, -1)) as Json
  parent[keyOf(path.at(-1)!)] = value
  return copy
}
