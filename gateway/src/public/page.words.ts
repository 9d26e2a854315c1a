// The words that the gateway's own pages share, by language. A title and a text are what a page of a refusal says.
import { wordsIn } from '@lms/contract/language'

type Said = readonly [title: string, text: string]

interface PageWords {
  /** Of a school that is in test mode. */
  readonly testMode: string
  readonly noPayment: string
  readonly away: Said
  readonly tooMany: Said
  readonly noPage: Said
  readonly noPreview: Said
  readonly noForm: Said
  readonly longForm: Said
  readonly formAway: Said
  readonly tooManyForms: Said
  readonly bill: {
    readonly title: string
    readonly discount: string
    readonly taxes: string
    readonly total: string
    readonly toPay: string
  }
}

export const pageWords = wordsIn<PageWords>({
  en: {
    testMode: 'This school is in test mode: no money moves, and an order here is no purchase.',
    noPayment: 'Payment is not possible now. Ask the school how to pay, or come back later.',
    away: ['Not available for a moment', 'Load this page again in a minute.'],
    tooMany: ['Too many requests', 'Wait a moment, then load this page again.'],
    noPage: ['No such page', 'There is no page at this address.'],
    noPreview: ['No such draft', 'This link leads to no draft, or has expired. Ask for another one.'],
    noForm: ['No such form', 'This school has no form with this address.'],
    longForm: ['The form was not understood', 'Go back, shorten what you wrote and send it again.'],
    formAway: ['Not available for a moment', 'Nothing was sent. Go back and try again in a minute.'],
    tooManyForms: ['Too many requests', 'Wait a moment, then send the form again.'],
    bill: { title: 'Your order', discount: 'Discount', taxes: 'Taxes', total: 'Total', toPay: 'To pay now' },
  },
  de: {
    testMode: 'Diese Schule ist im Testmodus: Es fließt kein Geld, und eine Bestellung hier ist kein Kauf.',
    noPayment:
      'Eine Zahlung ist zurzeit nicht möglich. Fragen Sie die Schule, wie Sie bezahlen können, oder kommen Sie später wieder.',
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
    bill: {
      title: 'Ihre Bestellung',
      discount: 'Rabatt',
      taxes: 'Steuern',
      total: 'Gesamtbetrag',
      toPay: 'Jetzt zu zahlen',
    },
  },
  es: {
    testMode: 'Esta escuela está en modo de prueba: no se mueve dinero, y un pedido aquí no es una compra.',
    noPayment: 'Ahora no es posible pagar. Pregunte a la escuela cómo pagar o vuelva más tarde.',
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
    bill: {
      title: 'Su pedido',
      discount: 'Descuento',
      taxes: 'Impuestos',
      total: 'Total',
      toPay: 'A pagar ahora',
    },
  },
  fr: {
    testMode:
      'Cette école est en mode test : aucun argent ne circule, et une commande ici n’est pas un achat.',
    noPayment:
      'Le paiement n’est pas possible pour le moment. Demandez à l’école comment payer, ou revenez plus tard.',
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
    bill: {
      title: 'Votre commande',
      discount: 'Remise',
      taxes: 'Taxes',
      total: 'Total',
      toPay: 'À payer maintenant',
    },
  },
  ru: {
    testMode: 'Школа работает в тестовом режиме: деньги не списываются, и заказ здесь не является покупкой.',
    noPayment: 'Сейчас оплатить невозможно. Спросите школу, как заплатить, или вернитесь позже.',
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
    bill: {
      title: 'Ваш заказ',
      discount: 'Скидка',
      taxes: 'Налоги',
      total: 'Итого',
      toPay: 'К оплате сейчас',
    },
  },
})
