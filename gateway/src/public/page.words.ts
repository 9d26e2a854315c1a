// The words that stand in place of every page, by language.
import type { Notice } from '@lms/contract'
import { wordsIn } from '@lms/contract/language'

interface PageWords {
  /** Of the front page of a school that has none. */
  readonly opensSoon: (name: string) => string
  readonly comeBack: string
  readonly noSchool: Notice
  /** To the pages of the school of this name. */
  readonly goOn: (name: string) => string
  readonly unavailable: Notice
  readonly tooMany: Notice
  readonly noPage: Notice
  readonly noPreview: Notice
}

export const pageWords = wordsIn<PageWords>({
  en: {
    opensSoon: name => `${name} opens soon`,
    comeBack: 'There is nothing to see here yet. Come back soon.',
    noSchool: [
      'No school here',
      'There is no school at this address. Check that it is spelled as you were given it.',
    ],
    goOn: name => `Go on to ${name}`,
    unavailable: ['Not available for a moment', 'Load this page again in a minute.'],
    tooMany: ['Too many requests', 'Wait a moment, then load this page again.'],
    noPage: ['No such page', 'There is no page at this address.'],
    noPreview: ['No such draft', 'This link leads to no draft, or has expired. Ask for another one.'],
  },
  de: {
    opensSoon: name => `${name} öffnet bald`,
    comeBack: 'Hier ist noch nichts zu sehen. Kommen Sie bald wieder.',
    noSchool: [
      'Hier ist keine Schule',
      'Unter dieser Adresse gibt es keine Schule. Prüfen Sie, ob sie richtig geschrieben ist.',
    ],
    goOn: name => `Weiter zu ${name}`,
    unavailable: ['Einen Moment nicht erreichbar', 'Laden Sie diese Seite in einer Minute neu.'],
    tooMany: ['Zu viele Anfragen', 'Warten Sie einen Moment und laden Sie diese Seite dann neu.'],
    noPage: ['Seite nicht gefunden', 'Unter dieser Adresse gibt es keine Seite.'],
    noPreview: [
      'Entwurf nicht gefunden',
      'Dieser Link führt zu keinem Entwurf oder ist abgelaufen. Bitten Sie um einen neuen.',
    ],
  },
  es: {
    opensSoon: name => `${name} abre pronto`,
    comeBack: 'Aquí todavía no hay nada que ver. Vuelva pronto.',
    noSchool: [
      'Aquí no hay ninguna escuela',
      'No hay ninguna escuela en esta dirección. Revise si está bien escrita.',
    ],
    goOn: name => `Ir a ${name}`,
    unavailable: ['No disponible por un momento', 'Vuelva a cargar esta página dentro de un minuto.'],
    tooMany: ['Demasiadas solicitudes', 'Espere un momento y vuelva a cargar esta página.'],
    noPage: ['Página no encontrada', 'No hay ninguna página en esta dirección.'],
    noPreview: ['Borrador no encontrado', 'Este enlace no lleva a ningún borrador o ha caducado. Pida otro.'],
  },
  fr: {
    opensSoon: name => `${name} ouvre bientôt`,
    comeBack: 'Il n’y a encore rien à voir ici. Revenez bientôt.',
    noSchool: ['Aucune école ici', 'Aucune école n’a cette adresse. Vérifiez qu’elle est bien écrite.'],
    goOn: name => `Continuer vers ${name}`,
    unavailable: ['Indisponible pour un moment', 'Rechargez cette page dans une minute.'],
    tooMany: ['Trop de requêtes', 'Attendez un moment, puis rechargez cette page.'],
    noPage: ['Page introuvable', 'Il n’y a pas de page à cette adresse.'],
    noPreview: [
      'Brouillon introuvable',
      'Ce lien ne mène à aucun brouillon ou a expiré. Demandez-en un autre.',
    ],
  },
  ru: {
    opensSoon: name => `${name} скоро откроется`,
    comeBack: 'Здесь пока ничего нет. Загляните позже.',
    noSchool: ['Школы здесь нет', 'По этому адресу школы нет. Проверьте, верно ли он написан.'],
    goOn: name => `Перейти на сайт «${name}»`,
    unavailable: ['Временно недоступно', 'Загрузите эту страницу ещё раз через минуту.'],
    tooMany: ['Слишком много запросов', 'Немного подождите и загрузите эту страницу ещё раз.'],
    noPage: ['Страница не найдена', 'По этому адресу страницы нет.'],
    noPreview: [
      'Черновик не найден',
      'Эта ссылка не ведёт ни к какому черновику или устарела. Попросите другую.',
    ],
  },
})
