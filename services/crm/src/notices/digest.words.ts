// The words of an e-mail that has the notifications of a day, in each language.
import { wordsIn } from '@lms/contract/language'

interface DigestWords {
  subject: string
  /** How many it has no room for. */
  more: string
}

export const digestWords = wordsIn<DigestWords>({
  en: { subject: 'Your day at {{ school.name }}', more: 'And {{ digest_more }} more.' },
  de: { subject: 'Ihr Tag bei {{ school.name }}', more: 'Und {{ digest_more }} weitere.' },
  es: { subject: 'Tu día en {{ school.name }}', more: 'Y {{ digest_more }} más.' },
  fr: { subject: 'Votre journée chez {{ school.name }}', more: 'Et {{ digest_more }} autres.' },
  ru: { subject: 'Ваш день в {{ school.name }}', more: 'И ещё {{ digest_more }}.' },
})
