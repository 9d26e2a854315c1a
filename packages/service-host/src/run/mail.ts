// Mail through the platform's SMTP server, if one is configured. A separate export, so that only services that send
// mail load the library.
import { createHash } from 'node:crypto'
import { createTransport, type Transporter } from 'nodemailer'
import { z } from 'zod'
import type { OutsideRuntime } from '../tasks/external-call.ts'

const deadlineMs = 10_000
/** Between two tries of a circular that has come to some of its people. */
const pauseMs = 60_000

export interface Mail {
  to: string
  /** The name of who sends it, such as the school; default: that of the installation’s address. */
  from_name?: string
  subject: string
  text: string
  html?: string
  /** The same at each repetition: becomes the Message-ID, by which receivers know a mail that comes twice. */
  key?: string
}

/** The same mail to several people: each gets one of their own, and nobody sees the addresses of others. */
export interface Circular extends Omit<Mail, 'to'> {
  to: readonly string[]
}

/** How far a circular has come. */
export const CircularProgress = z.object({
  /** Those who have it, by tags that say nothing of their addresses. */
  receivers: z.array(z.string().regex(/^[\w-]{8}$/)),
})

export interface Mailer {
  /** Passes the mail to the server, within 10 s. Rejects with the cause if that does not take it. */
  send(mail: Mail): Promise<void>
  /**
   * Sends it to each who is not among `receivers`. Gives who has it by then, to be kept for the next try, and whether that is
   * everybody; rejects with the cause if nobody else got it. An address that does not exist is tried once.
   */
  sendToAll(
    circular: Circular,
    receivers: readonly string[],
  ): Promise<{ receivers: readonly string[]; isWhole: boolean }>
}

/** What a task with a circular goes on with: nothing, once everybody has it. */
export const untilWhole = (
  { receivers, isWhole }: { receivers: readonly string[]; isWhole: boolean },
  now: string,
): { state: { receivers: string[] }; at: Date } | undefined =>
  isWhole ? undefined : { state: { receivers: [...receivers] }, at: new Date(Date.parse(now) + pauseMs) }

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
  const send = ({ to, from_name, subject, text, html, key }: Mail) =>
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
    send,
    async sendToAll({ to: all, ...mail }, receivers) {
      const waiting = all.filter(to => !receivers.includes(tagOf(to)))
      const results = await Promise.allSettled(waiting.map(to => send({ ...mail, to })))
      const errors = new Map<string, unknown>()
      for (const [index, result] of results.entries())
        if (result.status === 'rejected' && !isUnknownReceiver(result.reason))
          errors.set(waiting[index]!, result.reason)
      const [error] = errors.values()
      if (errors.size > 0 && errors.size === waiting.length) throw error
      return {
        receivers: [...receivers, ...waiting.filter(to => !errors.has(to)).map(tagOf)],
        isWhole: errors.size === 0,
      }
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
