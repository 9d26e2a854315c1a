// The words that the pages of an offer and of an order share, by language.
import { wordsIn } from '@lms/contract/language'

interface OrderPageWords {
  /** Of a school that is in test mode. */
  readonly testMode: string
  readonly noPayment: string
  readonly included: string
  readonly bill: {
    readonly title: string
    readonly discount: string
    readonly taxes: string
    readonly total: string
    readonly toPay: string
  }
}

export const orderPageWords = wordsIn<OrderPageWords>({
  en: {
    testMode: 'This school is in test mode: no money moves, and an order here is no purchase.',
    noPayment: 'Payment is not possible now. Ask the school how to pay, or come back later.',
    included: 'What is included',
    bill: { title: 'Your order', discount: 'Discount', taxes: 'Taxes', total: 'Total', toPay: 'To pay now' },
  },
  de: {
    testMode: 'Diese Schule ist im Testmodus: Es fließt kein Geld, und eine Bestellung hier ist kein Kauf.',
    noPayment:
      'Eine Zahlung ist zurzeit nicht möglich. Fragen Sie die Schule, wie Sie bezahlen können, oder kommen Sie später wieder.',
    included: 'Das ist enthalten',
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
    included: 'Qué incluye',
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
    included: 'Ce qui est inclus',
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
    included: 'Что входит',
    bill: {
      title: 'Ваш заказ',
      discount: 'Скидка',
      taxes: 'Налоги',
      total: 'Итого',
      toPay: 'К оплате сейчас',
    },
  },
})
