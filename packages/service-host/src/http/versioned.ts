// If-Match applies to the last object in the path that has a version: the item of /offers/{id}/items/{itemId}, but the
// group of /groups/{id}/members/{userId}, because a membership has no version. Without one there, it applies to the object
// that the body names.
import { namesInBody, type Operation } from '@lms/contract'
import { z } from 'zod'

/** The name, in the path or the body, of the object whose version If-Match contains; null if no object has a version. */
export function versionedName(operation: Operation, operations: readonly Operation[]): string | null {
  const { path } = operation
  if (namesInBody(operation)) return 'id'
  const readable = operations.filter(({ class: name, returns }) => name === 'G' && hasVersion(returns))
  const paths = new Set(readable.map(each => each.path))
  const names = [...path.matchAll(/\{(\w+)\}/g)].reverse()
  return names.find(({ index, 0: { length } }) => paths.has(path.slice(0, index + length)))?.[1] ?? null
}

const hasVersion = (schema: z.ZodType) => schema instanceof z.ZodObject && 'version' in schema.shape
