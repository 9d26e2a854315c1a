// A receiver as it should be: takes the raw body, checks the signature, and handles each event once, however often
// it arrives, by a table of handled ids under a unique index.
//
//   node test/receivers/express.ts [--port 9000] [--secret …] [--once <type>]
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { verifyWebhook } from '@lms/api'
import type { Envelope } from '@lms/contract'
import express from 'express'

export interface ReceiverOptions {
  secret: string
  handle: (event: Envelope) => void
  /** File of the table; in memory by default. */
  database?: string
}

/** An express application that receives webhooks at /hook. */
export function receiver({ secret, handle, database = ':memory:' }: ReceiverOptions) {
  const handled = new DatabaseSync(database)
  handled.exec('create table if not exists handled (id text primary key)')
  const remember = handled.prepare('insert into handled (id) values (?) on conflict do nothing')
  const app = express()
  app.post('/hook', express.raw({ type: () => true, limit: '1mb' }), (request, response) => {
    let event: Envelope
    try {
      const nextHeader = request.header('x-lms-signature-next')
      event = verifyWebhook(request.body, request.header('x-lms-signature'), secret, { nextHeader })
    } catch (error) {
      return void response.status(400).send(String(error))
    }
    // A second arrival is answered like the first, and does nothing.
    if (remember.run(event.id).changes === 1) handle(event)
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
