// What is told before an access to a course ends, in each language.
import type { NotificationText } from '@lms/contract'
import { wordsIn } from '@lms/contract/language'

export const endingText = wordsIn<NotificationText>({
  en: {
    subject: 'Your access ends on {{ date }}',
    body: 'Your access to the course “{{ course }}” ends on {{ date }}.',
  },
  de: {
    subject: 'Ihr Zugang endet am {{ date }}',
    body: 'Ihr Zugang zum Kurs „{{ course }}“ endet am {{ date }}.',
  },
  es: {
    subject: 'Tu acceso termina el {{ date }}',
    body: 'Tu acceso al curso «{{ course }}» termina el {{ date }}.',
  },
  fr: {
    subject: 'Votre accès se termine le {{ date }}',
    body: 'Votre accès au cours « {{ course }} » se termine le {{ date }}.',
  },
  ru: {
    subject: 'Ваш доступ заканчивается {{ date }}',
    body: 'Доступ к курсу «{{ course }}» заканчивается {{ date }}.',
  },
})
