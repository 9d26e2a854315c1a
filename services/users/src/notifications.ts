// What people are told by themselves after events of their accesses.
import { notification } from '@lms/contract'
import { wordsIn } from '@lms/contract/language'
import { accessGranted } from './access/accesses/access.contract.ts'

const text = wordsIn<{ subject: string; body: string }>

export const usersNotifications = [
  notification('access_granted', {
    on: accessGranted,
    topic: 'study',
    // A purchase has a message of its own, and a large group would get thousands at once.
    usual: false,
    text: text({
      en: { subject: 'A course is open to you', body: 'You have access to the course “{{ course }}” now.' },
      de: { subject: 'Ein Kurs steht Ihnen offen', body: 'Sie haben jetzt Zugang zum Kurs „{{ course }}“.' },
      es: { subject: 'Tienes un curso abierto', body: 'Ya tienes acceso al curso «{{ course }}».' },
      fr: {
        subject: 'Un cours vous est ouvert',
        body: 'Vous avez maintenant accès au cours « {{ course }} ».',
      },
      ru: { subject: 'Вам открыт курс', body: 'Теперь у вас есть доступ к курсу «{{ course }}».' },
    }),
  }),
]
