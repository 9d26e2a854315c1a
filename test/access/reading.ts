// Everything that a caller can read of known objects: all reading operations, with everything expanded, and of what their lists
// name again.
import { type OperationEntry, operationId, operations } from '@lms/api'
import { fillPath } from '@lms/contract'
import { pathNames } from '@lms/testing/contract-suite'

/** Ids by the path of the list that names them. */
export type IdsByPath = Map<string, Set<string>>

/** All operations that read. */
export const reads = operations.filter(({ operation }) => operation.method === 'GET')

/** The paths of an operation with the known ids, as many as `most`, and with everything expanded. */
function pathsOf({ operation }: OperationEntry, idsByPath: IdsByPath, most = 12): string[] {
  let filled: Record<string, string>[] = [{}]
  for (const { 1: name, index } of operation.path.matchAll(/\/\{(\w+)\}/g)) {
    const ids = [...(idsByPath.get(operation.path.slice(0, index)) ?? [])]
    filled = filled.flatMap(path => ids.map(id => ({ ...path, [name!]: id }))).slice(0, most)
  }
  if (!operation.list) return filled.map(path => fillPath(operation.path, path))
  const { expands = {}, filters } = operation.list
  const expand = Object.keys(expands).length ? `&expand=${Object.keys(expands)}` : ''
  // Also by each known lesson, where the list is filtered by them.
  const lessons = 'lesson_id' in filters ? [...(idsByPath.get('/v1/lessons') ?? [])] : []
  const queries = ['', ...lessons.slice(0, most).map(id => `&lesson_id=${id}`)]
  return filled.flatMap(path =>
    queries.map(query => `${fillPath(operation.path, path)}?limit=100${expand}${query}`),
  )
}

/** One read by a caller, of a path with its query. */
export type Read = (entry: OperationEntry, path: string) => Promise<{ status: number; body: any }>

/** All answers by operation and path, of the known objects and of those that a list names. */
export async function readAll(
  entries: readonly OperationEntry[],
  idsByPath: IdsByPath,
  read: Read,
): Promise<Answers> {
  const answers = new Map<string, string>()
  // Lists come first: they name objects.
  for (const entry of entries.toSorted((one, other) => pathNames(one).length - pathNames(other).length)) {
    const { path } = entry.operation
    for (const filled of pathsOf(entry, idsByPath)) {
      const { body } = await read(entry, filled)
      const ids = (body?.data ?? []).map(({ id }: { id: string }) => id)
      idsByPath.set(path, new Set([...(idsByPath.get(path) ?? []), ...ids]))
      answers.set(`${operationId(entry)} ${filled}`, JSON.stringify(body) ?? '')
    }
  }
  return answers
}
/** Answers by operation and path. */
export type Answers = ReadonlyMap<string, string>
