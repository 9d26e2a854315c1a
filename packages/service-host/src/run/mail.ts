// Mail through the platform's SMTP server, if one is configured. A separate export, so that only services that send
// mail load the library.
import { createHash } from 'node:crypto'
import { createTransport, type Transporter } from 'nodemailer'
import type { OutsideRuntime } from '../tasks/external-call.ts'

const deadlineMs = 10_000

export interface Mail {
  /** Each gets a mail of their own: nobody sees the addresses of others. */
  to: readonly string[]
  /** The name of who sends it, such as the school; default: that of the installation’s address. */
  from_name?: string
  subject: string
  text: string
  html?: string
  /** The same at each repetition: becomes the Message-ID, by which receivers know a mail that comes twice. */
  key?: string
}
export interface Mailer {
  /**
   * Passes the mail to the server, within 10 s. Rejects with the cause if nobody gets it, or somebody may get it later: then it is
   * to be sent again, and those who have it know it by its key.
   */
  send(mail: Mail): Promise<void>
}

/** Whether the server has said of the receiver that it does not exist: a repetition would be refused again. */
export function isUnknownReceiver(error: unknown): boolean {
  const { responseCode = 0, command } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && command === 'RCPT TO'
}

const mailers = new WeakMap<object, Mailer | null>()

/** A mailer for the server of `LMS_SMTP_URL` (`smtp://user:password@host:port`); null if none is set. */
export function mailerOf(runtime: OutsideRuntime): Mailer | null {
  const cached = mailers.get(runtime)
  if (cached !== undefined) return cached
  const { LMS_SMTP_URL: url, LMS_MAIL_FROM: from } = runtime.config.settings
  const mailer = url ? mailerTo(url, from || `lms@${new URL(url).hostname}`) : null
  mailers.set(runtime, mailer)
  return mailer
}

function mailerTo(url: string, from: string): Mailer {
  const transport: Transporter = createTransport({
    url,
    connectionTimeout: deadlineMs,
    greetingTimeout: deadlineMs,
    socketTimeout: deadlineMs,
    dnsTimeout: deadlineMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const address = /<([^<>]+)>/.exec(from)?.[1] ?? from
  const sendTo = ({ from_name, subject, text, html, key }: Mail, to: string) =>
    inTime(
      transport.sendMail({
        from: from_name === undefined ? from : { name: from_name, address },
        // As an object the address is not parsed as a list, so one address is one receiver.
        to: { name: '', address: to },
        subject,
        text,
        ...(html !== undefined && { html }),
        ...(key !== undefined && {
          messageId: `<${key}.${tagOf(to)}@${address.slice(address.lastIndexOf('@') + 1)}>`,
        }),
      }),
    )
  return {
    async send(mail) {
      const results = await Promise.allSettled(mail.to.map(to => sendTo(mail, to)))
      const errors = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
      const repeated = errors.find(error => !isUnknownReceiver(error))
      if (repeated) throw repeated
      if (errors.length === mail.to.length && errors.length > 0) throw errors[0]
    },
  }
}

/** Tells the receivers of a mail apart, and says nothing of them. */
const tagOf = (address: string): string =>
  createHash('sha256').update(address).digest('base64url').slice(0, 8)

/** The timeouts of the transport restart with each step; this one covers all steps. */
async function inTime(sent: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The mail server did not accept the mail in time.`)),
      deadlineMs,
    )
  })
  try {
    await Promise.race([sent, late])
  } finally {
    clearTimeout(timer)
    sent.catch(() => {})
  }
}
