// The round trips to Postgres that a request takes.
import type { EventEmitter } from 'node:events'
import type { TestSystem } from './system.ts'

/** How often requests of the service wait for Postgres while `call` runs. */
export async function roundTrips(
  system: TestSystem,
  service: string,
  call: () => Promise<unknown>,
): Promise<number> {
  const { database } = system.services[service]!.runtime
  const databaseOf = database.of.bind(database)
  let count = 0
  const answered = () => {
    count++
  }
  database.of = school => {
    const schoolDatabase = databaseOf(school)
    const connect = schoolDatabase.connect.bind(schoolDatabase)
    schoolDatabase.connect = async () => {
      const client = await connect()
      // Postgres says that it is ready after each batch; background work may use the connection afterwards.
      const { connection } = client as unknown as { connection: EventEmitter }
      connection.on('readyForQuery', answered)
      const release = client.release.bind(client)
      client.release = error => {
        connection.off('readyForQuery', answered)
        release(error)
      }
      return client
    }
    return schoolDatabase
  }
  try {
    await call()
  } finally {
    database.of = databaseOf
  }
  return count
}
