// A receiver as it should be: takes the raw body, checks the signature, and handles each event once, however often
// it arrives. The id of an event and what its handler writes are one transaction: a handler that throws, or a program
// that dies in the middle, leaves neither, and the event comes again.
//
//   npx node test/receivers/express.ts [--port 9000] [--secret …] [--once <type>]
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { verifyWebhook } from '@lms/api'
import type { Envelope } from '@lms/contract'
import express from 'express'

export interface ReceiverOptions {
  secret: string
  /**
   * Handles an event. What it writes into `database` counts with the event or not at all; what leaves the database (an
   * e-mail, a call) is best written there as a row that another loop works off.
   */
  handle: (event: Envelope, database: DatabaseSync) => void
  /** File of the database; in memory by default. */
  database?: string
}

/** An express application that receives webhooks at /hook. */
export function receiver({ secret, handle, database: file = ':memory:' }: ReceiverOptions) {
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec('create table if not exists handled (id text primary key)')
  const remember = database.prepare('insert into handled (id) values (?) on conflict do nothing')

  /** A second arrival finds its id, and does nothing. */
  function handleOnce(event: Envelope) {
    database.exec('begin immediate')
    try {
      if (remember.run(event.id).changes === 1) handle(event, database)
      database.exec('commit')
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  }

  const app = express()
  app.post('/hook', express.raw({ type: () => true, limit: '1mb' }), (request, response) => {
    let event: Envelope
    try {
      const nextHeader = request.header('x-lms-signature-next')
      event = verifyWebhook(request.body, request.header('x-lms-signature'), secret, { nextHeader })
    } catch (error) {
      return void response.status(400).send(String(error))
    }
    try {
      handleOnce(event)
    } catch (error) {
      process.stderr.write(`${event.id} was not handled: ${error}\n`)
      return void response.status(500).send('not handled; send it again')
    }
    response.status(200).send('ok')
  })
  return app
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '9000' },
      secret: { type: 'string', default: 'quick-start-secret' },
      once: { type: 'string' },
    },
  })
  const print = (event: Envelope) => {
    process.stdout.write(
      `${event.type} ${event.id} (signature verified)\n${JSON.stringify(event, null, 2)}\n`,
    )
    if (event.type === values.once) setImmediate(() => process.exit(0))
  }
  receiver({ secret: values.secret, handle: print }).listen(Number(values.port), '127.0.0.1', () => {
    process.stdout.write(`listening on http://127.0.0.1:${values.port}/hook\n`)
  })
}
