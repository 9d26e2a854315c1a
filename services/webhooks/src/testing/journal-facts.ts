// The tables of a running service, read as their owner; and locks that delay a step until they are released.
import { jest } from '@jest/globals'
import type { Runtime } from '@lms/service-host'
import { asOwner, eventually } from '@lms/testing'
import pg from 'pg'
import { behindSql, waitsSql } from '../deliveries/waiting-deliveries.ts'
import { notifyDispatchers } from '../notifications.ts'

export interface Facts {
  rows(text: string, values?: unknown[]): Promise<any[]>
  sequences(school: string): Promise<number[]>
  /** Numbers of a school's deliveries by status: `{ delivered: 3 }`. */
  statuses(school: string): Promise<Record<string, number>>
  attempts(school: string): Promise<number>
  /** Resolves when nobody holds the channel of a subscription. */
  channelAtRest(webhook: string): Promise<unknown>
  /** Ends all leases, as time would. */
  endLeases(): Promise<void>
}

export function factsOf(ownerUrl: string): Facts {
  const rows = (text: string, values: unknown[] = []) =>
    asOwner(ownerUrl, client => client.query(text, values)).then(result => result.rows)
  return {
    rows,
    sequences: async school => {
      const eventRows = await rows(
        'select sequence::int from webhooks.events where school_id = $1 order by sequence',
        [school],
      )
      return eventRows.map(({ sequence }) => sequence)
    },
    statuses: async school => {
      const statusRows = await rows(
        `select status, count(*)::int as many from (
           select status from webhooks.deliveries where school_id = $1
           union all
           select 'pending' from ${behindSql} join webhooks.events e on ${waitsSql} where l.school_id = $1
         ) d group by 1`,
        [school],
      )
      return Object.fromEntries(statusRows.map(({ status, many }) => [status, many]))
    },
    attempts: async school => {
      const [counts] = await rows(
        `select (select count(*) from webhooks.attempts where school_id = $1)::int
           + (select count(attempted_at) from webhooks.deliveries where school_id = $1)::int as many`,
        [school],
      )
      return counts.many
    },
    channelAtRest: webhook =>
      eventually('the channel to be at rest', async () => {
        const [channel] = await rows('select holder from webhooks.channels where webhook_id = $1', [webhook])
        return channel.holder === null
      }),
    endLeases: async () => {
      await rows(`update webhooks.leases set expires_at = now() - interval '1 second'`)
      await rows(
        `update webhooks.channels set leased_until = now() - interval '1 second' where leased_until is not null`,
      )
    },
  }
}

/** Resolves when the holder of channels has heard what became of them by now: a renewal that begins from here on is over. */
export async function waitForRenewal(runtime: Runtime): Promise<void> {
  const run = jest.spyOn(runtime.system, 'run')
  try {
    const renewal = await eventually('a renewal of channels', () => {
      notifyDispatchers(runtime)
      const index = run.mock.calls.findIndex(([steps]) =>
        steps.some(({ statement }) => /set leased_until = now\(\)/.test(statement.text)),
      )
      return run.mock.results[index]
    })
    await renewal.value
  } finally {
    run.mockRestore()
  }
}

export interface TestLock {
  /** Resolves when this many statements of the service wait for this lock. */
  waitedFor(least?: number): Promise<unknown>
  release(): Promise<void>
  /** Commits the statement, and releases the lock. */
  commit(): Promise<void>
}

/** Takes a lock by a statement and keeps it until released. */
export async function holdLock(ownerUrl: string, statement: string): Promise<TestLock> {
  const client = new pg.Client({ connectionString: ownerUrl })
  // Closed by force if the test drops the server.
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const waiting = `select count(*)::int as many from pg_stat_activity where $1 = any(pg_blocking_pids(pid))`
  return {
    waitedFor: (least = 1) =>
      eventually('somebody to wait for the lock', async () => {
        const blocked = await asOwner(ownerUrl, other => other.query(waiting, [rows[0].pid]))
        return blocked.rows[0].many >= least
      }),
    release: () => client.end(),
    commit: async () => {
      await client.query('commit')
      await client.end()
    },
  }
}
