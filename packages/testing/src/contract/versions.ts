// The tests of If-Match: each change is sent with a version that is not the object's, and with the one that it has.
import { type OperationEntry, operations } from '@lms/api'
import type { BareResponse } from '../system.ts'
import type { Ask, Example, School } from './building.ts'
import { exampleOf, succeeds } from './examples.ts'
import { expectAnswer } from './expect.ts'

const hasVersion = ({ operation: { returns } }: OperationEntry) => 'version' in ((returns as any).shape ?? {})
/** The operations that read an object with a version, by path. */
export const versioned = new Map(
  operations
    .filter(entry => entry.operation.class === 'G' && hasVersion(entry))
    .map(entry => [entry.operation.path as string, entry]),
)
const listed = new Map(
  operations
    .filter(entry => entry.operation.list && hasVersion(entry))
    .map(entry => [entry.operation.path as string, entry]),
)

/** Reads the version of the last object in the path that has one, by itself or in its list. */
function readerOf({ operation: { path } }: OperationEntry) {
  for (const { index, 0: name } of [...path.matchAll(/\{\w+\}/g)].reverse()) {
    const [reader, list] = [
      versioned.get(path.slice(0, index + name.length)),
      listed.get(path.slice(0, index - 1)),
    ]
    if (reader)
      return async (at: Record<string, string>, school: School): Promise<number> =>
        (await school.ask(reader, { path: at })).body.version
    if (list)
      return async (at: Record<string, string>, school: School): Promise<number> => {
        const { body } = await school.ask(list, { path: at, query: '?limit=200' })
        return body.data.find(({ id }: { id: string }) => id === at[name.slice(1, -1)]).version
      }
  }
  return null
}

/** `refused` asks with a request that uses nothing up. */
export function versionTests(
  entry: OperationEntry,
  school: () => School,
  refused: (change: (example: Example) => Ask) => Promise<BareResponse>,
) {
  test('refuses a change of another version than If-Match names', async () => {
    const stale = await refused(example => ({ ...example, headers: { 'if-match': '"v999"' } }))
    expect(stale).toMatchObject({ status: 409, body: { error: { reason: 'version_mismatch' } } })
  })
  const reader = readerOf(entry)
  if (reader && succeeds(entry))
    test('takes a change of the version that If-Match names', async () => {
      const example = await exampleOf(entry, school())
      const version = await reader(example.path!, school())
      const fresh = await school().ask(entry, { ...example, headers: { 'if-match': `"v${version}"` } })
      expectAnswer(fresh, entry.operation)
    })
}
