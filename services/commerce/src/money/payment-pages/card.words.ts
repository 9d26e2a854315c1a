// The words of the part of a paid order's page on which a person saves a card for what is charged later, by language.
import { wordsIn } from '@lms/contract/language'
import type { CardPart } from './page.contract.ts'

type Problem = NonNullable<CardPart['problem']>['reason']

interface CardWords {
  readonly title: string
  /** Nothing is charged now. */
  readonly why: string
  readonly charge: (name: string, amount: string, day: string) => string
  readonly save: string
  readonly waiting: string
  readonly saved: string
  readonly started: (host: string) => string
  readonly problems: Readonly<Record<Problem, string>>
}

const en = 'Your bank declined the card. Try another one, or ask your bank.'
const de = 'Ihre Bank hat die Karte abgelehnt. Versuchen Sie eine andere oder fragen Sie Ihre Bank.'
const es = 'Su banco ha rechazado la tarjeta. Pruebe con otra o pregunte a su banco.'
const fr = 'Votre banque a refusé la carte. Essayez-en une autre ou renseignez-vous auprès de votre banque.'
const ru = 'Ваш банк отклонил карту. Попробуйте другую или обратитесь в банк.'

export const cardWords = wordsIn<CardWords>({
  en: {
    title: 'Add a card, so that it goes on',
    why: 'Nothing is charged now. From then on the card pays each period, until you cancel:',
    charge: (name, amount, day) => `${name}: ${amount} on ${day}`,
    save: 'Save the card',
    waiting:
      'We are waiting for the answer of your bank about the card. This page shows it as soon as it is there.',
    saved: 'Your card is saved. It pays the next periods, until you cancel.',
    started: host =>
      `You have begun to save a card at ${host}. If you have finished there already, it appears here in a moment.`,
    problems: {
      declined: en,
      fraud: en,
      insufficient_funds: en,
      expired_card: 'This card has expired. Try another one.',
      authentication_required:
        'Your bank did not confirm the card. Try again, and confirm it when your bank asks.',
      unavailable: 'The payment service did not answer. Try again in a few minutes.',
      other: 'The card could not be saved. Try again, or try another one.',
      no_test_card: 'This is no test card. Never enter a real card here. Try 4242 4242 4242 4242.',
      way_gone: 'This card service is not available any more. Choose another one.',
    },
  },
  de: {
    title: 'Karte hinterlegen, damit es weitergeht',
    why: 'Jetzt wird nichts abgebucht. Von da an bezahlt die Karte jeden Zeitraum, bis Sie kündigen:',
    charge: (name, amount, day) => `${name}: ${amount} am ${day}`,
    save: 'Karte speichern',
    waiting: 'Wir warten auf die Antwort Ihrer Bank zu der Karte. Diese Seite zeigt sie, sobald sie da ist.',
    saved: 'Ihre Karte ist gespeichert. Sie bezahlt die nächsten Zeiträume, bis Sie kündigen.',
    started: host =>
      `Sie haben begonnen, bei ${host} eine Karte zu speichern. Wenn Sie dort schon fertig sind, erscheint sie gleich hier.`,
    problems: {
      declined: de,
      fraud: de,
      insufficient_funds: de,
      expired_card: 'Diese Karte ist abgelaufen. Versuchen Sie eine andere.',
      authentication_required:
        'Ihre Bank hat die Karte nicht bestätigt. Versuchen Sie es noch einmal und bestätigen Sie, wenn Ihre Bank fragt.',
      unavailable:
        'Der Zahlungsdienst hat nicht geantwortet. Versuchen Sie es in einigen Minuten noch einmal.',
      other:
        'Die Karte konnte nicht gespeichert werden. Versuchen Sie es noch einmal oder mit einer anderen.',
      no_test_card:
        'Das ist keine Testkarte. Geben Sie hier nie eine echte Karte ein. Versuchen Sie 4242 4242 4242 4242.',
      way_gone: 'Diesen Kartendienst gibt es nicht mehr. Wählen Sie einen anderen.',
    },
  },
  es: {
    title: 'Añada una tarjeta para continuar',
    why: 'Ahora no se cobra nada. A partir de entonces la tarjeta paga cada período, hasta que cancele:',
    charge: (name, amount, day) => `${name}: ${amount} el ${day}`,
    save: 'Guardar la tarjeta',
    waiting: 'Esperamos la respuesta de su banco sobre la tarjeta. Esta página la mostrará en cuanto llegue.',
    saved: 'Su tarjeta está guardada. Paga los próximos períodos, hasta que cancele.',
    started: host =>
      `Ha empezado a guardar una tarjeta en ${host}. Si ya ha terminado allí, aparecerá aquí en un momento.`,
    problems: {
      declined: es,
      fraud: es,
      insufficient_funds: es,
      expired_card: 'Esta tarjeta ha caducado. Pruebe con otra.',
      authentication_required:
        'Su banco no ha confirmado la tarjeta. Inténtelo de nuevo y confírmela cuando el banco lo pida.',
      unavailable: 'El servicio de pago no ha respondido. Inténtelo de nuevo dentro de unos minutos.',
      other: 'No se ha podido guardar la tarjeta. Inténtelo de nuevo o pruebe con otra.',
      no_test_card:
        'Esta no es una tarjeta de prueba. Nunca introduzca aquí una tarjeta real. Pruebe con 4242 4242 4242 4242.',
      way_gone: 'Este servicio de tarjetas ya no está disponible. Elija otro.',
    },
  },
  fr: {
    title: 'Ajoutez une carte pour continuer',
    why: 'Rien n’est débité maintenant. Ensuite, la carte paie chaque période, jusqu’à votre résiliation :',
    charge: (name, amount, day) => `${name} : ${amount} le ${day}`,
    save: 'Enregistrer la carte',
    waiting:
      'Nous attendons la réponse de votre banque pour la carte. Cette page l’affichera dès qu’elle arrivera.',
    saved: 'Votre carte est enregistrée. Elle paie les prochaines périodes, jusqu’à votre résiliation.',
    started: host =>
      `Vous avez commencé à enregistrer une carte chez ${host}. Si vous y avez déjà terminé, elle apparaît ici dans un instant.`,
    problems: {
      declined: fr,
      fraud: fr,
      insufficient_funds: fr,
      expired_card: 'Cette carte a expiré. Essayez-en une autre.',
      authentication_required:
        'Votre banque n’a pas confirmé la carte. Réessayez, et confirmez quand votre banque le demande.',
      unavailable: 'Le service de paiement n’a pas répondu. Réessayez dans quelques minutes.',
      other: 'La carte n’a pas pu être enregistrée. Réessayez, ou essayez-en une autre.',
      no_test_card:
        'Ce n’est pas une carte de test. N’entrez jamais une vraie carte ici. Essayez 4242 4242 4242 4242.',
      way_gone: 'Ce service de cartes n’est plus disponible. Choisissez-en un autre.',
    },
  },
  ru: {
    title: 'Добавьте карту, чтобы продолжить',
    why: 'Сейчас ничего не списывается. С этого дня карта оплачивает каждый период, пока вы не отмените:',
    charge: (name, amount, day) => `${name}: ${amount}, ${day}`,
    save: 'Сохранить карту',
    waiting: 'Мы ждём ответа вашего банка о карте. Он появится на этой странице, как только придёт.',
    saved: 'Карта сохранена. Она оплатит следующие периоды, пока вы не отмените.',
    started: host =>
      `Вы начали сохранять карту на ${host}. Если вы там уже закончили, она скоро появится здесь.`,
    problems: {
      declined: ru,
      fraud: ru,
      insufficient_funds: ru,
      expired_card: 'Срок действия этой карты истёк. Попробуйте другую.',
      authentication_required:
        'Ваш банк не подтвердил карту. Попробуйте ещё раз и подтвердите, когда банк попросит.',
      unavailable: 'Платёжная служба не ответила. Попробуйте ещё раз через несколько минут.',
      other: 'Карту не удалось сохранить. Попробуйте ещё раз или другую карту.',
      no_test_card:
        'Это не тестовая карта. Никогда не вводите здесь настоящую. Попробуйте 4242 4242 4242 4242.',
      way_gone: 'Эта служба карт больше не доступна. Выберите другую.',
    },
  },
})
