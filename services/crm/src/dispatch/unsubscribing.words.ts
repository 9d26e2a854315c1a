// The words of the page on which people unsubscribe, by language.
import type { PageRefusals } from '@lms/contract'
import { wordsIn } from '@lms/contract/language'

interface UnsubscribingWords {
  /** Also of the button. */
  readonly title: string
  readonly question: (topic: string, school: string) => string
  readonly done: string
  readonly unknown: string
}

export const unsubscribingWords = wordsIn<UnsubscribingWords>({
  en: {
    title: 'Unsubscribe',
    question: (topic, school) => `No longer get messages about “${topic}” from ${school}?`,
    done: 'You are unsubscribed.',
    unknown: 'This link is not valid. Look whether it was copied as a whole.',
  },
  de: {
    title: 'Abmelden',
    question: (topic, school) => `Keine Nachrichten von ${school} mehr zum Thema „${topic}“?`,
    done: 'Sie sind abgemeldet.',
    unknown: 'Dieser Link ist nicht gültig. Prüfen Sie, ob er vollständig kopiert wurde.',
  },
  es: {
    title: 'Darse de baja',
    question: (topic, school) => `¿Dejar de recibir mensajes de ${school} sobre «${topic}»?`,
    done: 'Se ha dado de baja.',
    unknown: 'Este enlace no es válido. Compruebe que se haya copiado entero.',
  },
  fr: {
    title: 'Se désabonner',
    question: (topic, school) => `Ne plus recevoir de messages de ${school} sur « ${topic} » ?`,
    done: 'Vous êtes désabonné.',
    unknown: 'Ce lien n’est pas valide. Vérifiez qu’il a été copié en entier.',
  },
  ru: {
    title: 'Отписаться',
    question: (topic, school) => `Больше не получать сообщения «${topic}» от школы ${school}?`,
    done: 'Вы отписаны.',
    unknown: 'Эта ссылка недействительна. Проверьте, что она скопирована целиком.',
  },
})

/** What stands in place of the page. */
export function unsubscribingRefusals(language: string): PageRefusals {
  const { title, unknown } = unsubscribingWords(language)
  return { 404: [title, unknown] }
}
