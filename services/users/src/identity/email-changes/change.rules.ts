// Confirmation of addresses: links, their validity, and the rate of mails. Pure except for the given randomness.
import { createHash } from 'node:crypto'
import { emailKey } from '@lms/contract'
import { mailOf } from '@lms/html/mail'
import type { MailLook } from '@lms/site/contract'
import { emailMailWords } from '../confirmation-pages/confirmation-mail.words.ts'

const minute = 60_000
/** Milliseconds that a link is valid after its mail. */
export const linkLife = 60 * minute
/** Maximum milliseconds that a request waits for its mail. */
export const requestLife = 24 * 60 * minute
/** Milliseconds between two mails to one address, and between two mails that one person requests. */
export const pauses = { address: 60 * minute, person: 5 * minute }
/** Maximum mails of a school per hour. */
export const maxAnHour = 500
/** Tries of a mail: some five hours, because a mail server may be away for long. */
export const maxTries = 16

/** Random bytes in a link's token. */
export const tokenEntropy = 32
export const tokenOf = (random: Buffer) => random.toString('base64url')

const digest = (value: string) => createHash('sha256').update(value).digest('hex')
/** The stored form of a token. */
export const tokenHash = digest
/** The stored form of an address that was mailed: independent of spelling, and not readable. */
export const addressDigest = (email: string) => digest(emailKey(email))

/** Milliseconds until a failed mail is tried again. */
export const pauseAfter = (tries: number) => Math.min(2 ** tries, 30) * minute

interface Recent {
  address: string | null
  person: string | null
  /** Mails of the school within the hour. */
  count: number
}

/** The earliest time of a mail, in milliseconds since 1970; `now` if it need not wait. */
export function mailableAt(recent: Recent, now: number): number {
  const after = (sent: string | null, pause: number) => (sent === null ? now : Date.parse(sent) + pause)
  const full = recent.count >= maxAnHour ? now + pauses.person : now
  return Math.max(now, full, after(recent.address, pauses.address), after(recent.person, pauses.person))
}

/**
 * Subject and text in the language of the school; without a link if the address already belongs to a person, who is
 * thereby informed.
 */
export function changeMail({ look, email, link }: ChangeMail) {
  const school = look.name.replace(/\s+/g, ' ')
  const { language } = look
  const words = emailMailWords(language)
  const lines = link
    ? [words.open, { label: words.button, url: link }, words.ignore]
    : [words.addressTaken, words.merge]
  return {
    from_name: school,
    ...mailOf(look, {
      ...{ locale: language, subject: words.subject(school) },
      lines: [words.asked(email, school), ...lines],
    }),
  }
}

interface ChangeMail {
  look: MailLook
  email: string
  link: string | null
}
