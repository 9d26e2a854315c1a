// The floor of heartbeats: a bare server of node:http that takes them without a question, gathers their slots as the service
// does, and writes them with the same statement every five seconds.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { Beats, writeSeconds } from '../../../services/webinars/src/presence/beats.ts'
import { PresenceStore } from '../../../services/webinars/src/presence/presence.store.ts'
import { slotAt } from '../../../services/webinars/src/presence/slots.rules.ts'

export interface BareBeatsTask {
  database: string
  school: string
  session_id: string
}

process.on('message', async ({ database, school, session_id }: BareBeatsTask) => {
  const client = new pg.Client(database)
  await client.connect()
  await client.query(`select set_config('app.school_id', $1, false)`, [school])
  const beats = new Beats(
    async ({ people }) => {
      const statements: [string, unknown[]][] = []
      const write = (sql: string, values: unknown[]) => void statements.push([sql, values])
      new PresenceStore({ school, write } as never).setLive(session_id, people)
      for (const [sql, values] of statements) await client.query(sql, values)
    },
    error => console.error(error),
  )
  setInterval(() => void beats.write(), writeSeconds * 1000)
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const user_id = request.url!.slice(1)
      beats.take({ kind: 'live', school, session_id, user_id, slot: slotAt(new Date()) })
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"status":"live","next_seconds":15}')
    })
  })
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
})
process.on('disconnect', () => process.exit(0))
