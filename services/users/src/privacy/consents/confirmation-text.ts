import { mailOf } from '@lms/html/mail'
import type { MailLook } from '@lms/site/contract'
import { consentMailWords } from '../../identity/confirmation-pages/confirmation-mail.words.ts'

/** The e-mail that asks a person to confirm a consent, in the language of the school. */
export function confirmationMail({ look, link, agreed }: ConfirmationMail) {
  const school = look.name.replace(/\s+/g, ' ')
  const { language } = look
  const words = consentMailWords(language)
  const lines = [
    words.asked(school),
    ...quoted(agreed),
    words.open,
    { label: words.button, url: link },
    words.ignore,
  ]
  return { from_name: school, ...mailOf(look, { locale: language, subject: words.subject(school), lines }) }
}

interface ConfirmationMail {
  look: MailLook
  link: string
  /** The text of the form; null where nobody has kept it. */
  agreed: string | null
}

const quoted = (text: string | null): string[] => (text === null ? [] : [`“${text.trim()}”`])
