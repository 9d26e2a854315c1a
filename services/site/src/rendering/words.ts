// The words of a page that no school writes: buttons, labels for people who do not see it.
import { wordsIn } from '@lms/contract/language'

const en = {
  skip: 'Skip to content',
  menu: 'Menu',
  not_found: 'Page not found',
  not_found_text: 'There is no page at this address. It may have moved.',
  to_home: 'Go to the home page',
  draft: 'Draft: visitors do not see this page',
  buy: 'Buy',
  before: 'Was',
  now: 'Now',
  unavailable: 'Not available at the moment',
  instalments: 'Instalments',
  captions: 'Captions',
}
export type Words = Readonly<Record<keyof typeof en, string>>

const de: Words = {
  skip: 'Zum Inhalt',
  menu: 'Menü',
  not_found: 'Seite nicht gefunden',
  not_found_text: 'Unter dieser Adresse gibt es keine Seite. Vielleicht ist sie umgezogen.',
  to_home: 'Zur Startseite',
  draft: 'Entwurf: Besucher sehen diese Seite nicht',
  buy: 'Kaufen',
  before: 'Vorher',
  now: 'Jetzt',
  unavailable: 'Zurzeit nicht verfügbar',
  instalments: 'Raten',
  captions: 'Untertitel',
}

const es: Words = {
  skip: 'Ir al contenido',
  menu: 'Menú',
  not_found: 'Página no encontrada',
  not_found_text: 'No hay ninguna página en esta dirección. Quizá se haya trasladado.',
  to_home: 'Ir a la página de inicio',
  draft: 'Borrador: los visitantes no ven esta página',
  buy: 'Comprar',
  before: 'Antes',
  now: 'Ahora',
  unavailable: 'No disponible por el momento',
  instalments: 'Plazos',
  captions: 'Subtítulos',
}

const fr: Words = {
  skip: 'Aller au contenu',
  menu: 'Menu',
  not_found: 'Page introuvable',
  not_found_text: 'Il n’y a pas de page à cette adresse. Elle a peut-être été déplacée.',
  to_home: 'Aller à la page d’accueil',
  draft: 'Brouillon : les visiteurs ne voient pas cette page',
  buy: 'Acheter',
  before: 'Avant',
  now: 'Maintenant',
  unavailable: 'Indisponible pour le moment',
  instalments: 'Mensualités',
  captions: 'Sous-titres',
}

const ru: Words = {
  skip: 'Перейти к содержанию',
  menu: 'Меню',
  not_found: 'Страница не найдена',
  not_found_text: 'По этому адресу страницы нет. Возможно, она переехала.',
  to_home: 'На главную страницу',
  draft: 'Черновик: посетители не видят эту страницу',
  buy: 'Купить',
  before: 'Раньше',
  now: 'Сейчас',
  unavailable: 'Сейчас недоступно',
  instalments: 'Платежей',
  captions: 'Субтитры',
}

/** The words in a language, a BCP 47 tag. */
export const wordsOf = wordsIn<Words>({ en, de, es, fr, ru })
