// The input of a handler: the parts of a request.
import type { Caller, Operation } from '@lms/contract'
import type { ListQuery } from '../list/list-query.ts'
import type { Input } from '../service.ts'
import type { Work } from '../work/work.ts'
import type { Call } from './checks.ts'
import type { EventStream } from './event-stream.ts'

/** What a handler gets. */
export function inputOf(
  { path, request: { headers }, meter }: Call,
  {
    body,
    caller,
    query,
    document,
    events,
  }: {
    body: unknown
    caller: Caller
    query: ListQuery | null
    document: string | null
    events: EventStream | null
  },
  work: Work,
): Input<Operation> {
  return {
    ...work,
    path: path as never,
    body: body as never,
    query: query as ListQuery,
    caller,
    document,
    events,
    charge: milliseconds => meter.add(milliseconds),
    client: {
      address: plainHeader(headers['x-forwarded-for']),
      agent: plainHeader(headers['user-agent']),
      origin: plainHeader(headers.origin),
    },
  }
}

const plainHeader = (value: string | string[] | undefined) => (typeof value === 'string' ? value : null)
