// E-mail through the mail server of the installation (SMTP, RFC 5321). SMTP recognizes no message that comes twice.
import type { OutsideRuntime } from '@lms/service-host'
import { createTransport, type Transporter } from 'nodemailer'
import type Mail from 'nodemailer/lib/mailer/index.js'
import { isHardBounce } from '../addresses/hard-bounce.ts'
import { domainOf, isOwnDomain } from '../addresses/sender.ts'
import { mailKey } from '../settings/problems.ts'
import type { Finished, Outcome, SendingContext, Transport } from './transport.ts'

const deadlineMs = 15_000
/** For so long a server may look at a content before it answers; a scanner takes its time. */
export const silenceMs = 60_000
const transporters = new WeakMap<object, { url: string; transporter: Transporter }>()

function transporterOf(runtime: OutsideRuntime): Transporter | null {
  const url = runtime.config.settings.LMS_SMTP_URL
  if (!url) return null
  const cached = transporters.get(runtime.config)
  if (cached?.url === url) return cached.transporter
  const transporter = createTransport({
    url,
    connectionTimeout: deadlineMs,
    greetingTimeout: deadlineMs,
    socketTimeout: silenceMs,
    dnsTimeout: deadlineMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  transporter.use('stream', noteLeaving)
  transporters.set(runtime.config, { url, transporter })
  return transporter
}

/** The mails whose whole content has gone to the server. */
const transmittedIds = new Set<string>()

/** The content is read only when the server has asked for it, so its end is the moment from which the server can have the mail. */
const noteLeaving: Mail.PluginFunction = ({ message, data }, done) => {
  const read = message.createReadStream.bind(message)
  message.createReadStream = options =>
    read(options).once('end', () => transmittedIds.add(data.messageId as string))
  done()
}

export const email: Transport = {
  repeats: false,
  async handOver(message, context) {
    const transporter = transporterOf(context.runtime)
    if (!transporter) return { status: 'deferred', answer: 'The installation has no mail server.' }
    const mail = mailOf(message, context)
    try {
      const { response } = await transporter.sendMail(mail)
      return { status: 'sent', delivered: false, answer: shortAnswer(response ?? '') }
    } catch (error) {
      return outcomeOf(error as SmtpError, transmittedIds.has(mail.messageId))
    } finally {
      transmittedIds.delete(mail.messageId)
    }
  },
}

/** The mail with the headers by which receivers unsubscribe with one click (RFC 8058). */
function mailOf(
  { id, to, subject, html, text, unsubscribeUrl, attachments, returnTo }: Finished,
  context: SendingContext,
) {
  const { settings, school, runtime } = context
  const { LMS_SMTP_URL: url, LMS_MAIL_FROM: ofInstallation } = runtime.config.settings
  const fromAddress = settings.email.from_address
  // The domain may have been taken away since the address was set: then the answers go there all the same.
  const own = fromAddress !== null && isOwnDomain(domainOf(fromAddress), school.domains) ? fromAddress : null
  const address = own ?? bareAddress(ofInstallation) ?? `lms@${new URL(url!).hostname}`
  const reply_to = settings.email.reply_to ?? (own === null ? fromAddress : null) ?? returnTo
  return {
    from: { name: settings.email.from_name ?? school.name, address },
    // As an object the address is not parsed as a list, so one address is one receiver.
    to: { name: '', address: to },
    ...(reply_to !== null && { replyTo: { name: '', address: reply_to } }),
    subject,
    text,
    ...(html !== null && { html }),
    ...(returnTo !== null && { envelope: { from: returnTo, to: { name: '', address: to } } }),
    ...dkimOf(address, context),
    attachments: attachments.map(({ name, method, text: content }) => ({
      filename: name,
      contentType: `text/calendar; charset=utf-8; method=${method}`,
      content,
    })),
    messageId: `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`,
    ...(unsubscribeUrl !== null && {
      headers: {
        // As an address, too, for programs that follow no link (RFC 2369).
        'List-Unsubscribe': [
          `<${unsubscribeUrl}>`,
          ...(returnTo === null ? [] : [`<mailto:${returnTo}?subject=unsubscribe>`]),
        ].join(', '),
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  }
}

/** The headers besides those of the library: receivers act on an unsubscribing only under a signature (RFC 8058). */
const signedHeaders =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post'

/** A signature of another domain than that of the sender proves nothing of them (RFC 7489). */
function dkimOf(from: string, { settings, secret, school }: SendingContext) {
  const { domain, selector } = settings.email.dkim
  const signs =
    domain !== null && isOwnDomain(domain, school.domains) && isOwnDomain(domainOf(from), [domain])
  const privateKey = signs && selector ? secret(mailKey) : null
  if (!domain || !selector || !privateKey) return {}
  return { dkim: { domainName: domain, keySelector: selector, privateKey, headerFieldNames: signedHeaders } }
}

const bareAddress = (from: string | undefined): string | null =>
  from ? (/<([^<>]+)>/.exec(from)?.[1] ?? from) : null

interface SmtpError extends Error {
  responseCode?: number
  response?: string
  command?: string
}

/** Only what the server says of the receiver or of the mail itself is final. */
const final = ['RCPT TO', 'DATA']

/**
 * Without an answer to the whole content nobody knows whether the server has the mail: the error is thrown again. The library
 * calls a connection that ends, or is silent, `CONN` at each step.
 */
function outcomeOf(error: SmtpError, isTransmitted: boolean): Outcome {
  const { responseCode: code, response, command = '' } = error
  const answer = shortAnswer(response ?? error.message ?? '')
  if (code !== undefined && code >= 500 && final.includes(command))
    return {
      status: 'refused',
      bounce: command === 'RCPT TO' && isHardBounce('', answer) ? 'hard' : 'soft',
      answer,
    }
  if (code !== undefined || !isTransmitted) return { status: 'deferred', answer }
  throw error
}

const shortAnswer = (answer: string): string => answer.replace(/\s+/g, ' ').slice(0, 500)
