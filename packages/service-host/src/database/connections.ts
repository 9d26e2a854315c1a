// How many connections to Postgres the programs of an installation may open, and how many a server takes.
import pg from 'pg'

/** Connections for what crosses schools: relay, tasks, jobs, and the workers that a service has. */
export const systemPoolSize = (workers: number): number => 4 + 4 * workers

/** Connections that one process of each service opens at most; `workers` is how many each of them has. */
export const maxConnections = (workers: readonly number[], poolSize: number): number =>
  workers.reduce((sum, count) => sum + poolSize + systemPoolSize(count), 0)

/**
 * Throws where the server at `url` takes fewer connections than the services on it open, one process of each. More
 * processes cannot be known here.
 */
export async function refuseTooFewConnections(url: string, most: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select current_setting('max_connections')::int as most,
         current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved`,
    )
    const { most: serverLimit, reserved } = rows[0] as { most: number; reserved: number }
    if (most <= serverLimit - reserved) return
    throw new Error(
      `One process of each service opens up to ${most} connections, and the server takes ${serverLimit - reserved}. Set its ` +
        `max_connections to ${most + reserved} or more (further processes add their own), or LMS_POOL_SIZE lower.`,
    )
  } finally {
    await client.end()
  }
}
