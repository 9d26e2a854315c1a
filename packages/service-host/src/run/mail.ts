// Mail through the platform's SMTP server, if one is configured. A separate export, so that only services that send
// mail load the library.
import { createTransport, type Transporter } from 'nodemailer'
import type { OutsideRuntime } from '../tasks/external-call.ts'

const deadlineMs = 10_000

export interface Mail {
  to: string[]
  subject: string
  text: string
  /** The same at each repetition: becomes the Message-ID, by which receivers know a mail that comes twice. */
  key?: string
}
export interface Mailer {
  /** Passes the mail to the server, within 10 s; rejects with the cause. */
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
  return {
    async send({ to, subject, text, key }) {
      // Only the envelope names the receivers: administrators need not see each other's addresses. As objects the
      // addresses are not parsed as lists, so one address is one receiver.
      const envelope = { from, to: to.map(address => ({ name: '', address })) }
      const messageId = key && `<${key}@${/@([\w.-]+)/.exec(from)?.[1]}>`
      await inTime(transport.sendMail({ from, to: from, envelope, subject, text, messageId }))
    },
  }
}

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
