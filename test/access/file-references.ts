// What shows a file hands out links to it. So every operation whose body names a file asks for the right to read it.
import { type OperationEntry, operationId } from '@lms/api'
import { classes, fillPath, idPlaces } from '@lms/contract'
import { naming } from '../isolation/foreign-values.ts'
import type { Staff } from './staff.ts'
import { askForMore } from './writers.ts'

/** Registers the tests of those of these operations whose body names files. */
export function fileReferences(entries: readonly OperationEntry[], staff: () => Staff): void {
  const cases = entries.flatMap(entry =>
    (entry.operation.body ? idPlaces(entry.operation.body) : [])
      .filter(({ prefix, reference }) => prefix === 'fil' || reference?.to.includes('fil'))
      .map(({ fieldPath: bodyPath }) => ({ entry, bodyPath })),
  )
  for (const { entry, bodyPath } of cases)
    test(`${entry.operation.route} names no file for a caller who may not read it: body.${bodyPath.join('.')}`, async () => {
      const { api, at, gateway } = staff()
      const { operation } = entry
      const { path = {}, body } = await naming(entry, bodyPath, api)
      const ask = async (scope: string[]) => {
        const issued = { name: 'k', kind: 'integration', role: 'owner', scope }
        const key = (await api.done('apiKeys.issue', { body: issued })).api_key
        const url = `/api${fillPath(operation.path, path)}`
        return gateway.call(operation.method, url, { host: at.host, key, body })
      }
      const { status, body: refused } = await ask([operation.permission!])
      expect({ status, ...refused.error }).toMatchObject({
        ...{ status: 422, reason: 'unknown_reference' },
        details: expect.arrayContaining([
          { path: expect.stringMatching(/^body\./), message: expect.stringContaining('files:read') },
        ]),
      })
      const accepted = await ask([operation.permission!, 'files:read'])
      // An import needs the permissions of what it writes besides.
      if (askForMore.includes(operationId(entry))) return void expect(accepted.status).toBe(403)
      expect(accepted.status).toBe(classes[operation.class].success)
    })
}
