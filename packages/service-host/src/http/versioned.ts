// What If-Match is about: the last object in the path that is read with a version. Of /offers/{id}/items/{itemId} the item,
// of /groups/{id}/members/{userId} the group, since a membership has no version.
import type { Operation } from '@lms/contract'
import { z } from 'zod'

/** The name in the path of the object whose version If-Match names; null where the path has none with a version. */
export function versionedName({ path }: Operation, operations: readonly Operation[]): string | null {
  const readable = operations.filter(({ class: name, returns }) => name === 'G' && hasVersion(returns))
  const paths = new Set(readable.map(each => each.path))
  const names = [...path.matchAll(/\{(\w+)\}/g)].reverse()
  return names.find(({ index, 0: { length } }) => paths.has(path.slice(0, index + length)))?.[1] ?? null
}

const hasVersion = (schema: z.ZodType) => schema instanceof z.ZodObject && 'version' in schema.shape
