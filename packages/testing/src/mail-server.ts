// A mail server on this machine.
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Arrived {
  from: string
  to: string[]
  /** As most specs read it: long lines are whole. */
  text: string
  /** As it came. */
  source: string
}

export interface MailServer {
  url: string
  mails: Arrived[]
  /** The number of mails to refuse from now on. */
  refusals: number
  /** Addresses that do not exist here. */
  gone: Set<string>
  /** What the server answers for addresses for which it takes nothing: `554 5.7.1 …`. */
  refusing: Map<string, string>
  /** The number of refused mails. */
  refused: number
  /** The number of mails from now on that are taken, but whose connection ends without an answer. */
  unanswered: number
  /** No mail is taken before; and the number of mails that have waited for it, or have been taken. */
  until: Promise<void>
  startedCount: number
  /** Runs with each mail before it is among `mails`; its sender does not wait for it. */
  arrival: ((mail: Arrived) => Promise<void>) | null
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const running: MailServer = {
    url: '',
    mails: [],
    refusals: 0,
    refused: 0,
    unanswered: 0,
    gone: new Set(),
    refusing: new Map(),
    until: Promise.resolve(),
    startedCount: 0,
    arrival: null,
    close: async () => {},
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onRcptTo({ address }, _, done) {
      const [, code, words] = /^(\d{3}) (.*)$/.exec(running.refusing.get(address) ?? '') ?? []
      if (code) return done(Object.assign(new Error(words), { responseCode: Number(code) }))
      if (!running.gone.has(address)) return done()
      done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', async () => {
        running.startedCount++
        await running.until
        if (running.refusals > 0) {
          running.refusals--
          running.refused++
          return done(new Error('not now'))
        }
        const { mailFrom, rcptTo } = session.envelope
        const source = Buffer.concat(chunks).toString()
        const mail = {
          from: (mailFrom as { address: string }).address,
          to: rcptTo.map(({ address }) => address).sort(),
          source,
          text: source.replace(/=\r\n/g, '').replaceAll('=3D', '='),
        }
        if (running.arrival) running.arrival(mail).finally(() => running.mails.push(mail))
        else running.mails.push(mail)
        if (running.unanswered === 0) return done()
        running.unanswered--
        for (const connection of server.connections) (connection as { _socket?: Socket })._socket?.destroy()
      })
    },
  })
  // A client that is killed resets its connection.
  server.on('error', () => undefined)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  running.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  running.close = () => new Promise<void>(resolve => server.close(() => resolve()))
  return running
}
