// Data that reach a school without a request for one object: the journal, deliveries, the audit log.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '@lms/testing'
import { marksOf, type Side, walk } from './two-schools.ts'

export interface Mailbox {
  /** Subscribes a school to all its events. */
  subscribe(side: Side): Promise<void>
  /** The envelopes that arrived for a school. */
  of(side: Side): any[]
  stop(): Promise<void>
}

/** A receiver of webhooks with a path for each school. */
export async function startMailbox(): Promise<Mailbox> {
  const received = new Map<string, unknown[]>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const envelopes = received.get(request.url!) ?? []
      received.set(request.url!, [...envelopes, JSON.parse(Buffer.concat(chunks).toString())])
      response.end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    subscribe: ({ at, api }) =>
      api.done('webhooks.create', {
        body: { url: `http://127.0.0.1:${port}/${at.schoolId}`, events: ['*'] },
      }),
    of: ({ at }) => received.get(`/${at.schoolId}`) ?? [],
    stop: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

/** Registers the tests of data that reach a school. */
export function flows(sides: () => { ours: Side; theirs: Side; mailbox: Mailbox }): void {
  const both = () => {
    const { ours, theirs } = sides()
    return [
      { side: ours, other: theirs },
      { side: theirs, other: ours },
    ]
  }
  const foreignIn = (value: unknown, other: Side) => marksOf(value).filter(mark => other.marks.has(mark))

  test('the journal of a school contains its own events, counted from one without gaps', async () => {
    for (const { side } of both()) {
      const events = await walk(side, 'events.list', '&sort=sequence')
      expect(events.length).toBeGreaterThan(10)
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
    }
  })

  test('a subscription to everything gets the school’s events, and nothing else', async () => {
    const { mailbox } = sides()
    for (const { side } of both()) {
      const last = await side.api.done('users.create', { body: { email: `last@${side.at.host}` } })
      const came = () => mailbox.of(side).some(({ data }) => data.object.id === last.id)
      await eventually('the delivery of the last person', came)
    }
    for (const { side, other } of both()) {
      const envelopes = mailbox.of(side)
      expect(envelopes.length).toBeGreaterThan(10)
      expect(envelopes.flatMap(envelope => foreignIn(envelope, other))).toEqual([])
      const own = new Set((await walk(side, 'events.list')).map(({ id }) => id))
      expect(envelopes.map(({ id }) => id).filter(id => !own.has(id))).toEqual([])
    }
  }, 300_000)

  test('deliveries are of the school’s own events to its own subscriptions', async () => {
    for (const { side, other } of both()) {
      const deliveries = await walk(side, 'deliveries.list', '&expand=attempts')
      expect(deliveries.length).toBeGreaterThan(10)
      expect(foreignIn(deliveries, other)).toEqual([])
    }
  })

  test('the audit log names changes in the school, by its own keys', async () => {
    for (const { side, other } of both()) {
      const records = await eventually('the audit records', async () => {
        const entries = await walk(side, 'auditLog.list')
        return entries.length > 10 && entries
      })
      expect(foreignIn(records, other)).toEqual([])
    }
  })
}
