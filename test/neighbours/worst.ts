// The worst that can be asked of each operation by its declaration: what is joined to the list of operations is in here.
import { type OperationEntry, operationId, operations } from '@lms/api'
import { fillPath, type ListSpec, newId } from '@lms/contract'
import type { Example } from '@lms/testing/contract-suite'
import type { Attacker, Shot } from './attacker.ts'
import { largestBody } from './largest.ts'
import { beginRequest } from './unanswered-requests.ts'

/** Stands for the status of what is not answered yet. */
const startedCount = 100

/** A query below the 16 KiB that the gateway reads of a request's head. */
const queryBytes = 14_000

const atOnce = 40

export interface ShotCase {
  /** `orders.list: every filter` */
  name: string
  shot: Shot
}

/** Everything that is tried, in the order of the operations; `example` makes what an operation needs to succeed. */
export async function worstShots(
  by: Attacker,
  example: (entry: OperationEntry) => Promise<Example>,
): Promise<ShotCase[]> {
  const shots: ShotCase[] = []
  // Not all at once: the school may have so many requests in progress only.
  for (let next = 0; next < operations.length; next += atOnce) {
    const some = operations.slice(next, next + atOnce)
    shots.push(
      ...(await Promise.all(some.map(async entry => shotsOf(by, entry, await example(entry))))).flat(),
    )
  }
  return shots
}

function shotsOf(by: Attacker, entry: OperationEntry, { path, body, onBehalfOf }: Example) {
  const { method, list, body: schema, route } = entry.operation
  const url = `/api${fillPath(entry.operation.path, path)}`
  const options = { onBehalfOf }
  const namedShot = (name: string, shot: Shot): ShotCase => ({
    name: `${operationId(entry)}: ${name}`,
    shot,
  })
  const shots = [
    namedShot('at once', (_, signal) => by.shoot(method, url, { ...options, body: renewed(body), signal })),
  ]
  if (list) {
    const filters = filtersOf(list)
    shots.push(
      namedShot('every filter', (_, signal) => by.shoot('GET', url + filters, { ...options, signal })),
      namedShot('widest page', (_, signal) => by.shoot('GET', url + widest(list), { ...options, signal })),
    )
  }
  if (schema) {
    const large = JSON.stringify(largestBody(schema, body))
    if (!schema.safeParse(JSON.parse(large)).success)
      throw new Error(`${route} would not take its largest body.`)
    shots.push(
      namedShot('largest body', (_, signal) =>
        by.shoot(method, url, { ...options, body: JSON.parse(large), signal }),
      ),
      namedShot('slowest body', async (_, signal) => {
        // It is open until all is over, and the next shot does not wait for it.
        void beginRequest(by, { method, path: url, as: 'owner' }, signal)
        return startedCount
      }),
    )
  }
  return shots
}

/** The same body; an e-mail in it is a new one. */
const renewed = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'email' in body
    ? { ...body, email: `${newId('usr')}@school.example` }
    : body

const encode = encodeURIComponent

/** Every filter with many values, again and again, as long as the head may be. */
function filtersOf({ filters, sorts, search }: ListSpec): string {
  const parts = Object.entries(filters).map(([name, filter]) => {
    const field = name.replace('*', 'f')
    switch (filter.kind) {
      case 'time':
        return `${field}[gte]=2020-01-01T00:00:00Z&${field}[lt]=2040-01-01T00:00:00Z`
      case 'integer':
        return `${field}[gte]=0&${field}[lt]=1000000000`
      case 'id':
        return `${field}=${Array.from({ length: 20 }, () => newId(filter.prefix)).join(',')}`
      case 'state':
        return `${field}=${filter.values.join(',')}`
      case 'boolean':
        return `${field}=true,false`
      default:
        return `${field}=${encode('a b c %_').repeat(2)},b,c,d`
    }
  })
  const order = sorts.length ? `&sort=${sorts.map(name => `-${name}`).join(',')}` : ''
  let query = `?limit=1000${order}${search ? '&q=a%20b%20c%20d%20e' : ''}`
  for (
    let index = 0;
    parts.length && query.length + parts[index % parts.length]!.length < queryBytes;
    index++
  )
    query += `&${parts[index % parts.length]}`
  return query
}

const widest = ({ expands }: ListSpec): string =>
  `?limit=1000${expands ? `&expand=${Object.keys(expands).join(',')}` : ''}`
