// The words of the page on which a person pays, by language.
import type { Notice, PageRefusals } from '@lms/contract'
import { wordsIn } from '@lms/contract/language'
import type { PaymentPage, Way } from './page.contract.ts'

type Problem = NonNullable<PaymentPage['problem']>['reason']
type Field = Way['fields'][number]['name']
type Number = PaymentPage['order_number']

interface PaymentWords {
  readonly titles: Readonly<Record<PaymentPage['status'], (order: Number) => string>>
  readonly waiting: string
  readonly again: string
  readonly thanks: string
  /** For an order that costs nothing. */
  readonly complete: string
  /** The way to what was bought. */
  readonly goOn: string
  readonly webinar: (name: string) => string
  readonly receipt: (number: number) => string
  /** How a buyer enters a webinar. */
  readonly entryByMail: string
  readonly gifts: string
  readonly giftsHint: string
  readonly expired: string
  readonly closed: string
  readonly continue: string
  readonly started: (host: string) => string
  readonly continueAt: (host: string) => string
  readonly pay: (amount: string) => string
  readonly payWhole: (amount: string) => string
  readonly nextTitle: (order: Number) => string
  /** Of instalments: what was due by now is paid. */
  readonly next: (amount: string, day: string) => string
  readonly fields: Readonly<Record<Field, { readonly label: string; readonly hint: string }>>
  /** What a person can do after a failure. The words of the provider are for staff. */
  readonly problems: Readonly<Record<Problem, string>>
  readonly notFound: Notice
  readonly unreadable: Notice
  readonly paused: (minutes: number) => Notice
  readonly unavailable: Notice
}

const enDeclined = 'Your bank declined the payment. Try another card, or ask your bank.'
const deDeclined =
  'Ihre Bank hat die Zahlung abgelehnt. Versuchen Sie eine andere Karte oder fragen Sie Ihre Bank.'
const esDeclined = 'Su banco ha rechazado el pago. Pruebe con otra tarjeta o pregunte a su banco.'
const frDeclined =
  'Votre banque a refusé le paiement. Essayez une autre carte ou renseignez-vous auprès de votre banque.'
const ruDeclined = 'Ваш банк отклонил платёж. Попробуйте другую карту или обратитесь в банк.'

export const paymentWords = wordsIn<PaymentWords>({
  en: {
    titles: {
      due: order => `Pay order ${order}`,
      processing: order => `Order ${order}: payment in progress`,
      paid: order => `Order ${order}: paid`,
      expired: order => `Order ${order}: link expired`,
      closed: order => `Order ${order}: closed`,
    },
    waiting: 'We are waiting for the answer of your bank. This page shows it as soon as it is there.',
    again: 'Check again',
    goOn: 'Go to what you bought',
    webinar: name => `The webinar: ${name}`,
    receipt: number => `Receipt ${number} (PDF)`,
    entryByMail: 'The link by which you enter the webinar comes by e-mail.',
    gifts: 'Your gifts',
    giftsHint: 'Each page has the code. Pass the page on or print it: whoever has the code can redeem it.',
    thanks: 'Thank you. Your payment has arrived.',
    complete: 'Thank you. Your order is complete, and there is nothing to pay.',
    expired: 'This link has expired. Ask the school for another one.',
    closed: 'This order is canceled or refunded. There is nothing to pay.',
    continue: 'Continue',
    started: host =>
      `You have started a payment at ${host}. If you have paid there already, do not pay again: your payment arrives here in a moment.`,
    continueAt: host => `Continue at ${host}`,
    pay: amount => `Pay ${amount}`,
    payWhole: amount => `Pay all of it, ${amount}`,
    nextTitle: order => `Order ${order}: next part`,
    next: (amount, day) =>
      `What was due is paid. The next part, ${amount}, is due on ${day}. You can pay it now.`,
    fields: {
      test_card: {
        label: 'Card number',
        hint: 'Only test cards: 4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is declined.',
      },
    },
    problems: {
      declined: enDeclined,
      fraud: enDeclined,
      insufficient_funds: 'There is not enough money on this card. Try another card.',
      expired_card: 'This card has expired. Try another card.',
      authentication_required:
        'Your bank did not confirm the payment. Try again, and confirm it when your bank asks.',
      unavailable: 'The payment service did not answer. Nothing was charged. Try again in a few minutes.',
      other: 'The payment failed. Nothing was charged. Try again, or try another card.',
      no_test_card: 'This is no test card. Never enter a real card here. Try 4242 4242 4242 4242.',
      way_gone: 'This way to pay is not available any more. Choose another one.',
      way_outside: 'Pay as the instructions say.',
      amount_changed: 'Another sum is due than the button said. Nothing was charged. Choose again below.',
    },
    notFound: [
      'No such payment',
      'This link is not valid. Check that it is complete, or ask the school for another one.',
    ],
    paused: minutes => [
      'Too many attempts',
      `Nothing was charged by this attempt. Try again in ${minutes} min.`,
    ],
    unreadable: ['The form was not understood', 'Go back, fill in the form and send it again.'],
    unavailable: [
      'Not available for a moment',
      'Nothing was charged by this attempt. Try again in a minute.',
    ],
  },
  de: {
    titles: {
      due: order => `Bestellung ${order} bezahlen`,
      processing: order => `Bestellung ${order}: Zahlung läuft`,
      paid: order => `Bestellung ${order}: bezahlt`,
      expired: order => `Bestellung ${order}: Link abgelaufen`,
      closed: order => `Bestellung ${order}: geschlossen`,
    },
    waiting: 'Wir warten auf die Antwort Ihrer Bank. Diese Seite zeigt sie, sobald sie da ist.',
    again: 'Noch einmal nachsehen',
    goOn: 'Weiter zu Ihrem Einkauf',
    webinar: name => `Das Webinar: ${name}`,
    receipt: number => `Beleg ${number} (PDF)`,
    entryByMail: 'Den Link, mit dem Sie das Webinar betreten, bekommen Sie per E-Mail.',
    gifts: 'Ihre Geschenke',
    giftsHint:
      'Auf jeder Seite steht der Code. Geben Sie die Seite weiter oder drucken Sie sie: Wer den Code hat, kann ihn einlösen.',
    thanks: 'Vielen Dank. Ihre Zahlung ist angekommen.',
    complete: 'Vielen Dank. Ihre Bestellung ist abgeschlossen, und es ist nichts zu bezahlen.',
    expired: 'Dieser Link ist abgelaufen. Bitten Sie die Schule um einen neuen.',
    closed: 'Diese Bestellung ist storniert oder erstattet. Es ist nichts zu bezahlen.',
    continue: 'Fortsetzen',
    started: host =>
      `Sie haben eine Zahlung bei ${host} begonnen. Wenn Sie dort schon bezahlt haben, bezahlen Sie nicht noch einmal: Ihre Zahlung kommt gleich hier an.`,
    continueAt: host => `Weiter bei ${host}`,
    pay: amount => `${amount} bezahlen`,
    payWhole: amount => `Alles bezahlen, ${amount}`,
    nextTitle: order => `Bestellung ${order}: nächste Rate`,
    next: (amount, day) =>
      `Was fällig war, ist bezahlt. Die nächste Rate, ${amount}, ist am ${day} fällig. Sie können sie schon jetzt bezahlen.`,
    fields: {
      test_card: {
        label: 'Kartennummer',
        hint: 'Nur Testkarten: 4242 4242 4242 4242 gelingt, 4000 0000 0000 0002 wird abgelehnt.',
      },
    },
    problems: {
      declined: deDeclined,
      fraud: deDeclined,
      insufficient_funds: 'Auf dieser Karte ist nicht genug Geld. Versuchen Sie eine andere Karte.',
      expired_card: 'Diese Karte ist abgelaufen. Versuchen Sie eine andere Karte.',
      authentication_required:
        'Ihre Bank hat die Zahlung nicht bestätigt. Versuchen Sie es noch einmal und bestätigen Sie, wenn Ihre Bank fragt.',
      unavailable:
        'Der Zahlungsdienst hat nicht geantwortet. Es wurde nichts abgebucht. Versuchen Sie es in einigen Minuten noch einmal.',
      other:
        'Die Zahlung ist fehlgeschlagen. Es wurde nichts abgebucht. Versuchen Sie es noch einmal oder mit einer anderen Karte.',
      no_test_card:
        'Das ist keine Testkarte. Geben Sie hier nie eine echte Karte ein. Versuchen Sie 4242 4242 4242 4242.',
      way_gone: 'Diese Zahlungsart gibt es nicht mehr. Wählen Sie eine andere.',
      way_outside: 'Bezahlen Sie, wie in der Anleitung beschrieben.',
      amount_changed:
        'Es ist ein anderer Betrag fällig, als auf dem Knopf stand. Nichts wurde abgebucht. Wählen Sie unten noch einmal.',
    },
    notFound: [
      'Zahlung nicht gefunden',
      'Dieser Link gilt nicht. Prüfen Sie, ob er vollständig ist, oder bitten Sie die Schule um einen neuen.',
    ],
    paused: minutes => [
      'Zu viele Versuche',
      `Durch diesen Versuch wurde nichts abgebucht. Versuchen Sie es in ${minutes} Min. noch einmal.`,
    ],
    unreadable: [
      'Das Formular wurde nicht verstanden',
      'Gehen Sie zurück, füllen Sie das Formular aus und senden Sie es noch einmal.',
    ],
    unavailable: [
      'Einen Moment nicht erreichbar',
      'Bei diesem Versuch wurde nichts abgebucht. Versuchen Sie es in einer Minute noch einmal.',
    ],
  },
  es: {
    titles: {
      due: order => `Pagar el pedido ${order}`,
      processing: order => `Pedido ${order}: pago en curso`,
      paid: order => `Pedido ${order}: pagado`,
      expired: order => `Pedido ${order}: enlace caducado`,
      closed: order => `Pedido ${order}: cerrado`,
    },
    waiting: 'Esperamos la respuesta de su banco. Esta página la mostrará en cuanto llegue.',
    again: 'Comprobar de nuevo',
    goOn: 'Ir a lo que ha comprado',
    webinar: name => `El webinar: ${name}`,
    receipt: number => `Recibo ${number} (PDF)`,
    entryByMail: 'El enlace para entrar al webinar llega por correo.',
    gifts: 'Sus regalos',
    giftsHint:
      'En cada página está el código. Compártala o imprímala: quien tenga el código puede canjearlo.',
    thanks: 'Gracias. Hemos recibido su pago.',
    complete: 'Gracias. Su pedido está completo y no hay nada que pagar.',
    expired: 'Este enlace ha caducado. Pida otro a la escuela.',
    closed: 'Este pedido está cancelado o reembolsado. No hay nada que pagar.',
    continue: 'Continuar',
    started: host =>
      `Ha iniciado un pago en ${host}. Si ya ha pagado allí, no pague otra vez: su pago llegará aquí en un momento.`,
    continueAt: host => `Continuar en ${host}`,
    pay: amount => `Pagar ${amount}`,
    payWhole: amount => `Pagar todo, ${amount}`,
    nextTitle: order => `Pedido ${order}: próximo plazo`,
    next: (amount, day) =>
      `Lo que vencía está pagado. El próximo plazo, ${amount}, vence el ${day}. Puede pagarlo ya.`,
    fields: {
      test_card: {
        label: 'Número de tarjeta',
        hint: 'Solo tarjetas de prueba: 4242 4242 4242 4242 se acepta, 4000 0000 0000 0002 se rechaza.',
      },
    },
    problems: {
      declined: esDeclined,
      fraud: esDeclined,
      insufficient_funds: 'No hay suficiente dinero en esta tarjeta. Pruebe con otra tarjeta.',
      expired_card: 'Esta tarjeta ha caducado. Pruebe con otra tarjeta.',
      authentication_required:
        'Su banco no ha confirmado el pago. Inténtelo de nuevo y confírmelo cuando el banco lo pida.',
      unavailable:
        'El servicio de pago no ha respondido. No se ha cobrado nada. Inténtelo de nuevo dentro de unos minutos.',
      other: 'El pago ha fallado. No se ha cobrado nada. Inténtelo de nuevo o pruebe con otra tarjeta.',
      no_test_card:
        'Esta no es una tarjeta de prueba. Nunca introduzca aquí una tarjeta real. Pruebe con 4242 4242 4242 4242.',
      way_gone: 'Esta forma de pago ya no está disponible. Elija otra.',
      way_outside: 'Pague como indican las instrucciones.',
      amount_changed:
        'El importe pendiente no es el que indicaba el botón. No se ha cobrado nada. Elija de nuevo abajo.',
    },
    notFound: [
      'Pago no encontrado',
      'Este enlace no es válido. Compruebe que esté completo o pida otro a la escuela.',
    ],
    paused: minutes => [
      'Demasiados intentos',
      `Este intento no ha cobrado nada. Inténtelo de nuevo dentro de ${minutes} min.`,
    ],
    unreadable: [
      'No se ha entendido el formulario',
      'Vuelva atrás, rellene el formulario y envíelo de nuevo.',
    ],
    unavailable: [
      'No disponible por un momento',
      'Este intento no ha cobrado nada. Inténtelo de nuevo dentro de un minuto.',
    ],
  },
  fr: {
    titles: {
      due: order => `Payer la commande ${order}`,
      processing: order => `Commande ${order} : paiement en cours`,
      paid: order => `Commande ${order} : payée`,
      expired: order => `Commande ${order} : lien expiré`,
      closed: order => `Commande ${order} : close`,
    },
    waiting: 'Nous attendons la réponse de votre banque. Cette page l’affichera dès qu’elle arrivera.',
    again: 'Vérifier de nouveau',
    goOn: 'Aller à votre achat',
    webinar: name => `Le webinaire : ${name}`,
    receipt: number => `Reçu ${number} (PDF)`,
    entryByMail: 'Le lien pour entrer dans le webinaire arrive par e-mail.',
    gifts: 'Vos cadeaux',
    giftsHint: 'Chaque page porte le code. Transmettez-la ou imprimez-la : qui a le code peut l’utiliser.',
    thanks: 'Merci. Votre paiement est arrivé.',
    complete: 'Merci. Votre commande est terminée et il n’y a rien à payer.',
    expired: 'Ce lien a expiré. Demandez-en un autre à l’école.',
    closed: 'Cette commande est annulée ou remboursée. Il n’y a rien à payer.',
    continue: 'Continuer',
    started: host =>
      `Vous avez commencé un paiement chez ${host}. Si vous y avez déjà payé, ne payez pas une seconde fois : votre paiement arrive ici dans un instant.`,
    continueAt: host => `Continuer chez ${host}`,
    pay: amount => `Payer ${amount}`,
    payWhole: amount => `Tout payer, ${amount}`,
    nextTitle: order => `Commande ${order} : prochain versement`,
    next: (amount, day) =>
      `Ce qui était dû est payé. Le prochain versement, ${amount}, est dû le ${day}. Vous pouvez le payer dès maintenant.`,
    fields: {
      test_card: {
        label: 'Numéro de carte',
        hint: 'Uniquement des cartes de test : 4242 4242 4242 4242 réussit, 4000 0000 0000 0002 est refusée.',
      },
    },
    problems: {
      declined: frDeclined,
      fraud: frDeclined,
      insufficient_funds: 'Il n’y a pas assez d’argent sur cette carte. Essayez une autre carte.',
      expired_card: 'Cette carte a expiré. Essayez une autre carte.',
      authentication_required:
        'Votre banque n’a pas confirmé le paiement. Réessayez, et confirmez quand votre banque le demande.',
      unavailable:
        'Le service de paiement n’a pas répondu. Rien n’a été débité. Réessayez dans quelques minutes.',
      other: 'Le paiement a échoué. Rien n’a été débité. Réessayez, ou essayez une autre carte.',
      no_test_card:
        'Ce n’est pas une carte de test. N’entrez jamais une vraie carte ici. Essayez 4242 4242 4242 4242.',
      way_gone: 'Ce moyen de paiement n’est plus disponible. Choisissez-en un autre.',
      way_outside: 'Payez comme l’indiquent les instructions.',
      amount_changed:
        'Le montant dû n’est pas celui qu’indiquait le bouton. Rien n’a été débité. Choisissez à nouveau ci-dessous.',
    },
    notFound: [
      'Paiement introuvable',
      'Ce lien n’est pas valable. Vérifiez qu’il est complet, ou demandez-en un autre à l’école.',
    ],
    paused: minutes => [
      'Trop de tentatives',
      `Rien n’a été débité par cette tentative. Réessayez dans ${minutes} min.`,
    ],
    unreadable: [
      'Le formulaire n’a pas été compris',
      'Revenez en arrière, remplissez le formulaire et renvoyez-le.',
    ],
    unavailable: [
      'Indisponible pour un moment',
      'Cette tentative n’a rien débité. Réessayez dans une minute.',
    ],
  },
  ru: {
    titles: {
      due: order => `Оплата заказа ${order}`,
      processing: order => `Заказ ${order}: платёж обрабатывается`,
      paid: order => `Заказ ${order}: оплачен`,
      expired: order => `Заказ ${order}: ссылка устарела`,
      closed: order => `Заказ ${order}: закрыт`,
    },
    waiting: 'Мы ждём ответа вашего банка. Он появится на этой странице, как только придёт.',
    again: 'Проверить ещё раз',
    goOn: 'Перейти к покупке',
    webinar: name => `Вебинар: ${name}`,
    receipt: number => `Чек ${number} (PDF)`,
    entryByMail: 'Ссылка для входа на вебинар придёт по почте.',
    gifts: 'Ваши подарки',
    giftsHint:
      'На каждой странице есть код. Перешлите её или распечатайте: активировать подарок может любой, у кого есть код.',
    thanks: 'Спасибо. Ваш платёж получен.',
    complete: 'Спасибо. Ваш заказ оформлен, платить ничего не нужно.',
    expired: 'Эта ссылка устарела. Попросите у школы другую.',
    closed: 'Этот заказ отменён или возвращён. Платить ничего не нужно.',
    continue: 'Продолжение',
    started: host =>
      `Вы начали платёж на ${host}. Если вы там уже заплатили, не платите ещё раз: платёж скоро появится здесь.`,
    continueAt: host => `Продолжить на ${host}`,
    pay: amount => `Заплатить ${amount}`,
    payWhole: amount => `Заплатить всё, ${amount}`,
    nextTitle: order => `Заказ ${order}: следующая часть`,
    next: (amount, day) =>
      `Всё, что нужно было заплатить к этому дню, оплачено. Следующая часть, ${amount}, — ${day}. Её можно оплатить уже сейчас.`,
    fields: {
      test_card: {
        label: 'Номер карты',
        hint: 'Только тестовые карты: 4242 4242 4242 4242 проходит, 4000 0000 0000 0002 отклоняется.',
      },
    },
    problems: {
      declined: ruDeclined,
      fraud: ruDeclined,
      insufficient_funds: 'На этой карте недостаточно денег. Попробуйте другую карту.',
      expired_card: 'Срок действия этой карты истёк. Попробуйте другую карту.',
      authentication_required:
        'Ваш банк не подтвердил платёж. Попробуйте ещё раз и подтвердите его, когда банк попросит.',
      unavailable:
        'Платёжная служба не ответила. Деньги не списаны. Попробуйте ещё раз через несколько минут.',
      other: 'Платёж не прошёл. Деньги не списаны. Попробуйте ещё раз или другую карту.',
      no_test_card:
        'Это не тестовая карта. Никогда не вводите здесь настоящую. Попробуйте 4242 4242 4242 4242.',
      way_gone: 'Этот способ оплаты больше не доступен. Выберите другой.',
      way_outside: 'Заплатите так, как сказано в инструкции.',
      amount_changed: 'К оплате уже другая сумма, чем на кнопке. Ничего не списано. Выберите ещё раз ниже.',
    },
    notFound: [
      'Платёж не найден',
      'Эта ссылка недействительна. Проверьте, вся ли она, или попросите у школы другую.',
    ],
    paused: minutes => [
      'Слишком много попыток',
      `Эта попытка ничего не списала. Повторите через ${minutes} мин.`,
    ],
    unreadable: ['Форму не удалось прочитать', 'Вернитесь, заполните форму и отправьте её ещё раз.'],
    unavailable: ['Временно недоступно', 'Эта попытка ничего не списала. Попробуйте ещё раз через минуту.'],
  },
})

/** What stands in place of the page. */
export function paymentRefusals(language: string): PageRefusals {
  const { notFound, unreadable, paused, unavailable } = paymentWords(language)
  return { 404: notFound, 400: unreadable, 429: paused, unavailable }
}
