// A POST that computes and changes nothing needs the right to read, and an agent’s key may call it without a confirmation.
import type { OperationEntry } from '@lms/api'
import { classes } from '@lms/contract'
import { exampleOf, succeeds } from '@lms/testing/contract-suite'
import type { Staff } from './staff.ts'

/** Registers the tests of those of these operations that only read although they are a POST. */
export function computations(entries: readonly OperationEntry[], staff: () => Staff): void {
  for (const entry of entries.filter(each => each.operation.readOnly && succeeds(each)))
    test(`${entry.operation.route} is done by an agent that may only read`, async () => {
      const { api, at, gateway } = staff()
      const example = await exampleOf(entry, api)
      const { api_key: key } = await api.done('apiKeys.issue', {
        body: { name: 'reader', kind: 'agent', role: 'administrator', scope: ['*:read'] },
      })
      const path = entry.operation.path.replace(/\{(\w+)\}/g, (_, name) => example.path![name]!)
      const options = { host: at.host, key, body: example.body }
      const { status, body } = await gateway.call(entry.operation.method, `/api${path}`, options)
      expect({ status, error: body.error }).toEqual({ status: classes[entry.operation.class].success })
    })
}
