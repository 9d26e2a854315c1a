import { consentMailWords } from '../../identity/confirmation-pages/confirmation-mail.words.ts'

/** Subject and text of the e-mail that asks a person to confirm a consent, in the language of the school. */
export function confirmationMail(input: { school: string; language: string; link: string }) {
  const school = input.school.replace(/\s+/g, ' ')
  const words = consentMailWords(input.language)
  const lines = [words.asked(school), '', words.open, '', input.link, '', words.ignore, '']
  return { subject: words.subject(school), text: lines.join('\n') }
}
