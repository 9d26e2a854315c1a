// The words of the page on which people unsubscribe, by language.
import type { PageRefusals } from '@lms/contract'
import { wordsIn } from '@lms/contract/language'

interface UnsubscribingWords {
  /** Also of the button. */
  readonly title: string
  readonly question: (topic: string, school: string) => string
  readonly done: string
  readonly topics: string
  readonly save: string
  readonly saved: string
  /** The button that switches everything off. */
  readonly all: string
  readonly unknown: string
}

export const unsubscribingWords = wordsIn<UnsubscribingWords>({
  en: {
    title: 'Unsubscribe',
    question: (topic, school) => `No longer get messages about “${topic}” from ${school}?`,
    done: 'You are unsubscribed.',
    topics: 'What you want to get:',
    save: 'Save',
    saved: 'Your choice is saved.',
    all: 'No longer get any of these',
    unknown: 'This link is not valid. Look whether it was copied as a whole.',
  },
  de: {
    title: 'Abmelden',
    question: (topic, school) => `Keine Nachrichten von ${school} mehr zum Thema „${topic}“?`,
    done: 'Sie sind abgemeldet.',
    topics: 'Was Sie erhalten möchten:',
    save: 'Speichern',
    saved: 'Ihre Auswahl ist gespeichert.',
    all: 'Nichts davon mehr erhalten',
    unknown: 'Dieser Link ist nicht gültig. Prüfen Sie, ob er vollständig kopiert wurde.',
  },
  es: {
    title: 'Darse de baja',
    question: (topic, school) => `¿Dejar de recibir mensajes de ${school} sobre «${topic}»?`,
    done: 'Se ha dado de baja.',
    topics: 'Lo que desea recibir:',
    save: 'Guardar',
    saved: 'Se ha guardado su elección.',
    all: 'No recibir nada de esto',
    unknown: 'Este enlace no es válido. Compruebe que se haya copiado entero.',
  },
  fr: {
    title: 'Se désabonner',
    question: (topic, school) => `Ne plus recevoir de messages de ${school} sur « ${topic} » ?`,
    done: 'Vous êtes désabonné.',
    topics: 'Ce que vous souhaitez recevoir :',
    save: 'Enregistrer',
    saved: 'Votre choix est enregistré.',
    all: 'Ne plus rien recevoir de tout cela',
    unknown: 'Ce lien n’est pas valide. Vérifiez qu’il a été copié en entier.',
  },
  ru: {
    title: 'Отписаться',
    question: (topic, school) => `Больше не получать сообщения «${topic}» от школы ${school}?`,
    done: 'Вы отписаны.',
    topics: 'Что вы хотите получать:',
    save: 'Сохранить',
    saved: 'Ваш выбор сохранён.',
    all: 'Больше не получать ничего из этого',
    unknown: 'Эта ссылка недействительна. Проверьте, что она скопирована целиком.',
  },
})

/** What stands in place of the page. */
export function unsubscribingRefusals(language: string): PageRefusals {
  const { title, unknown } = unsubscribingWords(language)
  return { 404: [title, unknown] }
}
