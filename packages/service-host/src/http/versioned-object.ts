// If-Match applies to the last object in the path that has a version, by the operation that reads it or the list that it is
// in: the item of /offers/{id}/items/{itemId}, but the group of /groups/{id}/members/{userId}, because a membership has no
// version. Without one there, it applies to the object that the body names.
import { namesInBody, type Operation } from '@lms/contract'
import { z } from 'zod'

/** The name, in the path or the body, of the object whose version If-Match contains; null if no object has a version. */
export function versionedName(operation: Operation, operations: readonly Operation[]): string | null {
  const { path } = operation
  if (namesInBody(operation)) return 'id'
  const reads = operations.filter(
    ({ class: name, list, returns }) => (name === 'G' || list) && hasVersion(returns),
  )
  const paths = new Set(reads.map(({ list, path: of }) => (list ? `${of}/` : of)))
  const names = [...path.matchAll(/\{(\w+)\}/g)].reverse()
  const isVersioned = ({ index, 0: { length } }: RegExpExecArray) =>
    paths.has(path.slice(0, index + length)) || paths.has(path.slice(0, index))
  return names.find(isVersioned)?.[1] ?? null
}

const hasVersion = (schema: z.ZodType) => schema instanceof z.ZodObject && 'version' in schema.shape
