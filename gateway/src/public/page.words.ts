// The words that the gateway's own pages share, by language. A title and a text are what a page of a refusal says.
import { wordsIn } from '@lms/contract/language'

type Said = readonly [title: string, text: string]

interface PageWords {
  readonly away: Said
  readonly tooMany: Said
  readonly noPage: Said
  readonly noPreview: Said
  readonly noForm: Said
  readonly longForm: Said
  readonly formAway: Said
  readonly tooManyForms: Said
}

export const pageWords = wordsIn<PageWords>({
  en: {
    away: ['Not available for a moment', 'Load this page again in a minute.'],
    tooMany: ['Too many requests', 'Wait a moment, then load this page again.'],
    noPage: ['No such page', 'There is no page at this address.'],
    noPreview: ['No such draft', 'This link leads to no draft, or has expired. Ask for another one.'],
    noForm: ['No such form', 'This school has no form with this address.'],
    longForm: ['The form was not understood', 'Go back, shorten what you wrote and send it again.'],
    formAway: ['Not available for a moment', 'Nothing was sent. Go back and try again in a minute.'],
    tooManyForms: ['Too many requests', 'Wait a moment, then send the form again.'],
  },
  de: {
    away: ['Einen Moment nicht erreichbar', 'Laden Sie diese Seite in einer Minute neu.'],
    tooMany: ['Zu viele Anfragen', 'Warten Sie einen Moment und laden Sie diese Seite dann neu.'],
    noPage: ['Seite nicht gefunden', 'Unter dieser Adresse gibt es keine Seite.'],
    noPreview: [
      'Entwurf nicht gefunden',
      'Dieser Link führt zu keinem Entwurf oder ist abgelaufen. Bitten Sie um einen neuen.',
    ],
    noForm: ['Formular nicht gefunden', 'Unter dieser Adresse hat diese Schule kein Formular.'],
    longForm: [
      'Das Formular wurde nicht verstanden',
      'Gehen Sie zurück, kürzen Sie Ihre Angaben und senden Sie es noch einmal.',
    ],
    formAway: [
      'Einen Moment nicht erreichbar',
      'Es wurde nichts gesendet. Gehen Sie zurück und versuchen Sie es in einer Minute noch einmal.',
    ],
    tooManyForms: [
      'Zu viele Anfragen',
      'Warten Sie einen Moment und senden Sie das Formular dann noch einmal.',
    ],
  },
  es: {
    away: ['No disponible por un momento', 'Vuelva a cargar esta página dentro de un minuto.'],
    tooMany: ['Demasiadas solicitudes', 'Espere un momento y vuelva a cargar esta página.'],
    noPage: ['Página no encontrada', 'No hay ninguna página en esta dirección.'],
    noPreview: ['Borrador no encontrado', 'Este enlace no lleva a ningún borrador o ha caducado. Pida otro.'],
    noForm: ['Formulario no encontrado', 'Esta escuela no tiene ningún formulario en esta dirección.'],
    longForm: ['No se ha entendido el formulario', 'Vuelva atrás, acorte el texto y envíelo de nuevo.'],
    formAway: [
      'No disponible por un momento',
      'No se ha enviado nada. Vuelva atrás e inténtelo de nuevo dentro de un minuto.',
    ],
    tooManyForms: ['Demasiadas solicitudes', 'Espere un momento y envíe de nuevo el formulario.'],
  },
  fr: {
    away: ['Indisponible pour un moment', 'Rechargez cette page dans une minute.'],
    tooMany: ['Trop de requêtes', 'Attendez un moment, puis rechargez cette page.'],
    noPage: ['Page introuvable', 'Il n’y a pas de page à cette adresse.'],
    noPreview: [
      'Brouillon introuvable',
      'Ce lien ne mène à aucun brouillon ou a expiré. Demandez-en un autre.',
    ],
    noForm: ['Formulaire introuvable', 'Cette école n’a pas de formulaire à cette adresse.'],
    longForm: [
      'Le formulaire n’a pas été compris',
      'Revenez en arrière, raccourcissez votre texte et renvoyez-le.',
    ],
    formAway: [
      'Indisponible pour un moment',
      'Rien n’a été envoyé. Revenez en arrière et réessayez dans une minute.',
    ],
    tooManyForms: ['Trop de requêtes', 'Attendez un moment, puis renvoyez le formulaire.'],
  },
  ru: {
    away: ['Временно недоступно', 'Загрузите эту страницу ещё раз через минуту.'],
    tooMany: ['Слишком много запросов', 'Немного подождите и загрузите эту страницу ещё раз.'],
    noPage: ['Страница не найдена', 'По этому адресу страницы нет.'],
    noPreview: [
      'Черновик не найден',
      'Эта ссылка не ведёт ни к какому черновику или устарела. Попросите другую.',
    ],
    noForm: ['Форма не найдена', 'У этой школы нет формы с таким адресом.'],
    longForm: ['Форму не удалось прочитать', 'Вернитесь, сократите текст и отправьте её ещё раз.'],
    formAway: ['Временно недоступно', 'Ничего не отправлено. Вернитесь и попробуйте ещё раз через минуту.'],
    tooManyForms: ['Слишком много запросов', 'Немного подождите и отправьте форму ещё раз.'],
  },
})
