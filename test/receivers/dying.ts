// A receiver in a process of its own that notes each event in its database, and dies once in the middle of it.
//
//   node test/receivers/dying.ts <database> <where to die: before, after, never>
import type { AddressInfo } from 'node:net'
import { receiver } from './express.ts'

const [database, where] = process.argv.slice(2) as [string, string]
const app = receiver({
  secret: 'quick-start-secret',
  database,
  handle: (event, own) => {
    if (where === 'before') process.kill(process.pid, 'SIGKILL')
    own.exec('create table if not exists seen (id text)')
    own.prepare('insert into seen (id) values (?)').run(event.id)
    if (where === 'after') process.kill(process.pid, 'SIGKILL')
  },
})
const server = app.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
