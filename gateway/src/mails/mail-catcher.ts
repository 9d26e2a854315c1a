// A mail server that delivers nothing: what the installation sends stays here, where its operator reads it. For machines
// without a mail server of their own; it takes mail from this machine alone.
import type { AddressInfo } from 'node:net'
import type { Clock } from '@lms/service-host/front'
import type { Logger } from 'pino'
import { SMTPServer } from 'smtp-server'
import { MailRing } from './mail-ring.ts'

const mebibyte = 1024 * 1024
const bounds = { most: 500, mostBytes: 32 * mebibyte }
/** Of one mail, with its attachments in Base64. */
const largest = 8 * mebibyte
const mostClients = 50
const silentMs = 60_000

export interface MailCatcher {
  /** The port of 127.0.0.1 on which it takes mails. */
  readonly port: number
  readonly mails: MailRing
  close(): Promise<void>
}

/** Takes mails on a port (0: a free one). */
export async function catchMails(
  port: number,
  { clock, log }: { clock: Clock; log: Logger },
): Promise<MailCatcher> {
  const mails = new MailRing(bounds)
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    size: largest,
    maxClients: mostClients,
    socketTimeout: silentMs,
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        // The stream goes on to its end; what is beyond the bound is dropped.
        if (!stream.sizeExceeded) chunks.push(chunk)
      })
      stream.on('end', () => {
        if (stream.sizeExceeded) {
          done(Object.assign(new Error(`A mail has at most ${largest} bytes.`), { responseCode: 552 }))
          return
        }
        const from = mailFrom ? mailFrom.address : ''
        const to = rcptTo.map(({ address }) => address)
        mails.keep({ at: clock.now(), from, to, source: Buffer.concat(chunks) })
        done()
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  // A client that breaks off is no fault of this program.
  server.on('error', error => log.info({ err: error }, 'a connection of a mail broke off'))
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}
