// The words that stand in place of every page, by language.
import type { Notice } from '@lms/contract'
import { wordsIn } from '@lms/contract/language'

interface PageWords {
  readonly unavailable: Notice
  readonly tooMany: Notice
  readonly noPage: Notice
  readonly noPreview: Notice
}

export const pageWords = wordsIn<PageWords>({
  en: {
    unavailable: ['Not available for a moment', 'Load this page again in a minute.'],
    tooMany: ['Too many requests', 'Wait a moment, then load this page again.'],
    noPage: ['No such page', 'There is no page at this address.'],
    noPreview: ['No such draft', 'This link leads to no draft, or has expired. Ask for another one.'],
  },
  de: {
    unavailable: ['Einen Moment nicht erreichbar', 'Laden Sie diese Seite in einer Minute neu.'],
    tooMany: ['Zu viele Anfragen', 'Warten Sie einen Moment und laden Sie diese Seite dann neu.'],
    noPage: ['Seite nicht gefunden', 'Unter dieser Adresse gibt es keine Seite.'],
    noPreview: [
      'Entwurf nicht gefunden',
      'Dieser Link führt zu keinem Entwurf oder ist abgelaufen. Bitten Sie um einen neuen.',
    ],
  },
  es: {
    unavailable: ['No disponible por un momento', 'Vuelva a cargar esta página dentro de un minuto.'],
    tooMany: ['Demasiadas solicitudes', 'Espere un momento y vuelva a cargar esta página.'],
    noPage: ['Página no encontrada', 'No hay ninguna página en esta dirección.'],
    noPreview: ['Borrador no encontrado', 'Este enlace no lleva a ningún borrador o ha caducado. Pida otro.'],
  },
  fr: {
    unavailable: ['Indisponible pour un moment', 'Rechargez cette page dans une minute.'],
    tooMany: ['Trop de requêtes', 'Attendez un moment, puis rechargez cette page.'],
    noPage: ['Page introuvable', 'Il n’y a pas de page à cette adresse.'],
    noPreview: [
      'Brouillon introuvable',
      'Ce lien ne mène à aucun brouillon ou a expiré. Demandez-en un autre.',
    ],
  },
  ru: {
    unavailable: ['Временно недоступно', 'Загрузите эту страницу ещё раз через минуту.'],
    tooMany: ['Слишком много запросов', 'Немного подождите и загрузите эту страницу ещё раз.'],
    noPage: ['Страница не найдена', 'По этому адресу страницы нет.'],
    noPreview: [
      'Черновик не найден',
      'Эта ссылка не ведёт ни к какому черновику или устарела. Попросите другую.',
    ],
  },
})
