// The words that stand in place of a form on its own page, by language.
import type { Notice, PageRefusals } from '@lms/contract'
import { wordsIn } from '@lms/contract/language'

interface FormVisitWords {
  readonly unknown: Notice
  readonly unreadable: Notice
  readonly tooMany: Notice
  readonly unavailableText: Notice
}

const formVisitWords = wordsIn<FormVisitWords>({
  en: {
    unknown: ['No such form', 'This school has no form with this address.'],
    unreadable: ['The form was not understood', 'Go back, shorten what you wrote and send it again.'],
    tooMany: ['Too many requests', 'Wait a moment, then send the form again.'],
    unavailableText: ['Not available for a moment', 'Nothing was sent. Go back and try again in a minute.'],
  },
  de: {
    unknown: ['Formular nicht gefunden', 'Unter dieser Adresse hat diese Schule kein Formular.'],
    unreadable: [
      'Das Formular wurde nicht verstanden',
      'Gehen Sie zurück, kürzen Sie Ihre Angaben und senden Sie es noch einmal.',
    ],
    tooMany: ['Zu viele Anfragen', 'Warten Sie einen Moment und senden Sie das Formular dann noch einmal.'],
    unavailableText: [
      'Einen Moment nicht erreichbar',
      'Es wurde nichts gesendet. Gehen Sie zurück und versuchen Sie es in einer Minute noch einmal.',
    ],
  },
  es: {
    unknown: ['Formulario no encontrado', 'Esta escuela no tiene ningún formulario en esta dirección.'],
    unreadable: ['No se ha entendido el formulario', 'Vuelva atrás, acorte el texto y envíelo de nuevo.'],
    tooMany: ['Demasiadas solicitudes', 'Espere un momento y envíe de nuevo el formulario.'],
    unavailableText: [
      'No disponible por un momento',
      'No se ha enviado nada. Vuelva atrás e inténtelo de nuevo dentro de un minuto.',
    ],
  },
  fr: {
    unknown: ['Formulaire introuvable', 'Cette école n’a pas de formulaire à cette adresse.'],
    unreadable: [
      'Le formulaire n’a pas été compris',
      'Revenez en arrière, raccourcissez votre texte et renvoyez-le.',
    ],
    tooMany: ['Trop de requêtes', 'Attendez un moment, puis renvoyez le formulaire.'],
    unavailableText: [
      'Indisponible pour un moment',
      'Rien n’a été envoyé. Revenez en arrière et réessayez dans une minute.',
    ],
  },
  ru: {
    unknown: ['Форма не найдена', 'У этой школы нет формы с таким адресом.'],
    unreadable: ['Форму не удалось прочитать', 'Вернитесь, сократите текст и отправьте её ещё раз.'],
    tooMany: ['Слишком много запросов', 'Немного подождите и отправьте форму ещё раз.'],
    unavailableText: [
      'Временно недоступно',
      'Ничего не отправлено. Вернитесь и попробуйте ещё раз через минуту.',
    ],
  },
})

/** What stands in place of the page. */
export function formVisitRefusals(language: string): PageRefusals {
  const { unknown, unreadable, tooMany, unavailableText } = formVisitWords(language)
  return { 404: unknown, 400: unreadable, 429: () => tooMany, unavailable: unavailableText }
}
