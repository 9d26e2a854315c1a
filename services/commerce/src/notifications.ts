// What buyers are told by themselves after events of their orders and subscriptions.
import { notification, timedNotification } from '@lms/contract'
import { dayOf, moneyOf, wordsIn } from '@lms/contract/language'
import { withParts } from './notification-parts.words.ts'
import type { Order } from './objects/order.object.ts'
import { orderCreated, orderPaid, orderRefunded } from './objects/order-events.ts'
import { receiptIssued } from './objects/receipt.object.ts'
import {
  subscriptionCanceled,
  subscriptionPastDue,
  subscriptionRenewed,
} from './objects/subscription.object.ts'

const text = wordsIn<{ subject: string; body: string }>
const topic = 'orders' as const

/** The kind of the letter to those who have bought gifts. */
export const giftBought = 'gift_bought'

/** Maximum characters of the names of what was bought. */
const longest = 1000
const bought = ({ items }: Order) =>
  items
    .map(({ name }) => name)
    .join(', ')
    .slice(0, longest)
const ofOrder = (order: Order, language: string) => ({
  number: order.number,
  amount: moneyOf(order.amount, order.currency, language),
  items: bought(order),
})

/** Renewals are told as such. */
const byItself = (order: Order) => order.subscription_id === null

export const commerceNotifications = [
  notification('order_created', {
    on: orderCreated,
    topic,
    usual: false,
    to: order => [order.status === 'waiting_payment' && byItself(order) ? order.user_id : null],
    values: ofOrder,
    text: withParts(
      text({
        en: {
          subject: 'Your order {{ number }}',
          body: 'Thank you for your order {{ number }} at {{ school.name }}: {{ items }}.\n\n**To pay: {{ amount }}**',
        },
        de: {
          subject: 'Ihre Bestellung {{ number }}',
          body: 'Vielen Dank für Ihre Bestellung {{ number }} bei {{ school.name }}: {{ items }}.\n\n**Zu zahlen: {{ amount }}**',
        },
        es: {
          subject: 'Tu pedido {{ number }}',
          body: 'Gracias por tu pedido {{ number }} en {{ school.name }}: {{ items }}.\n\n**A pagar: {{ amount }}**',
        },
        fr: {
          subject: 'Votre commande {{ number }}',
          body: 'Merci pour votre commande {{ number }} chez {{ school.name }} : {{ items }}.\n\n**À payer : {{ amount }}**',
        },
        ru: {
          subject: 'Ваш заказ {{ number }}',
          body: 'Спасибо за заказ {{ number }} в {{ school.name }}: {{ items }}.\n\n**К оплате: {{ amount }}**',
        },
      }),
      'pay',
      'test',
    ),
  }),
  notification('order_paid', {
    on: orderPaid,
    topic,
    to: order => [byItself(order) && !order.as_gift ? order.user_id : null],
    values: ofOrder,
    text: withParts(
      text({
        en: {
          subject: 'Your order {{ number }} is paid',
          body: 'We have received {{ amount }} for your order {{ number }} at {{ school.name }}: {{ items }}. Thank you!',
        },
        de: {
          subject: 'Ihre Bestellung {{ number }} ist bezahlt',
          body: 'Wir haben {{ amount }} für Ihre Bestellung {{ number }} bei {{ school.name }} erhalten: {{ items }}. Vielen Dank!',
        },
        es: {
          subject: 'Tu pedido {{ number }} está pagado',
          body: 'Hemos recibido {{ amount }} por tu pedido {{ number }} en {{ school.name }}: {{ items }}. ¡Gracias!',
        },
        fr: {
          subject: 'Votre commande {{ number }} est payée',
          body: 'Nous avons reçu {{ amount }} pour votre commande {{ number }} chez {{ school.name }} : {{ items }}. Merci !',
        },
        ru: {
          subject: 'Заказ {{ number }} оплачен',
          body: 'Мы получили {{ amount }} за заказ {{ number }} в {{ school.name }}: {{ items }}. Спасибо!',
        },
      }),
      'receipt',
      'goOn',
      'test',
    ),
  }),
  // It has the pages of the gifts, which only this service knows.
  timedNotification(giftBought, topic),
  notification('order_refunded', {
    on: orderRefunded,
    topic,
    values: (order, language) => ({
      ...ofOrder(order, language),
      refunded: moneyOf(order.refunded_amount, order.currency, language),
    }),
    text: text({
      en: {
        subject: 'Money for your order {{ number }} is on its way back',
        body: 'So far we have returned {{ refunded }} for your order {{ number }} at {{ school.name }}: {{ items }}.',
      },
      de: {
        subject: 'Erstattung zu Ihrer Bestellung {{ number }}',
        body: 'Wir haben bisher {{ refunded }} für Ihre Bestellung {{ number }} bei {{ school.name }} erstattet: {{ items }}.',
      },
      es: {
        subject: 'Reembolso de tu pedido {{ number }}',
        body: 'Hasta ahora hemos devuelto {{ refunded }} de tu pedido {{ number }} en {{ school.name }}: {{ items }}.',
      },
      fr: {
        subject: 'Remboursement de votre commande {{ number }}',
        body: 'Nous avons remboursé {{ refunded }} à ce jour pour votre commande {{ number }} chez {{ school.name }} : {{ items }}.',
      },
      ru: {
        subject: 'Возврат по заказу {{ number }}',
        body: 'По заказу {{ number }} в {{ school.name }} возвращено {{ refunded }}: {{ items }}.',
      },
    }),
  }),
  notification('receipt_issued', {
    on: receiptIssued,
    topic,
    // One purchase, one mail.
    within: ({ is_of_purchase }) => (is_of_purchase ? 'order_paid' : null),
    values: (receipt, language) => ({
      number: receipt.number ?? 0,
      order_number: receipt.order_number,
      amount: moneyOf(receipt.amount, receipt.currency, language),
      url: receipt.fiscal?.url ?? '',
    }),
    text: withParts(
      text({
        en: {
          subject: 'Receipt {{ number }}',
          body: 'Receipt {{ number }} for your order {{ order_number }} at {{ school.name }}: {{ amount }}.{% if url != "" %}\n\n{{ url }}{% endif %}',
        },
        de: {
          subject: 'Beleg {{ number }}',
          body: 'Beleg {{ number }} zu Ihrer Bestellung {{ order_number }} bei {{ school.name }}: {{ amount }}.{% if url != "" %}\n\n{{ url }}{% endif %}',
        },
        es: {
          subject: 'Recibo {{ number }}',
          body: 'Recibo {{ number }} de tu pedido {{ order_number }} en {{ school.name }}: {{ amount }}.{% if url != "" %}\n\n{{ url }}{% endif %}',
        },
        fr: {
          subject: 'Reçu {{ number }}',
          body: 'Reçu {{ number }} de votre commande {{ order_number }} chez {{ school.name }} : {{ amount }}.{% if url != "" %}\n\n{{ url }}{% endif %}',
        },
        ru: {
          subject: 'Чек {{ number }}',
          body: 'Чек {{ number }} по заказу {{ order_number }} в {{ school.name }}: {{ amount }}.{% if url != "" %}\n\n{{ url }}{% endif %}',
        },
      }),
      'receipt',
      'test',
    ),
  }),
  notification('subscription_renewed', {
    on: subscriptionRenewed,
    topic,
    values: (subscription, language) => ({ until: dayOf(subscription.period_ends_at, language) }),
    text: text({
      en: {
        subject: 'Your subscription is renewed',
        body: 'Your subscription at {{ school.name }} is paid until {{ until }}.',
      },
      de: {
        subject: 'Ihr Abonnement ist verlängert',
        body: 'Ihr Abonnement bei {{ school.name }} ist bis zum {{ until }} bezahlt.',
      },
      es: {
        subject: 'Tu suscripción se ha renovado',
        body: 'Tu suscripción en {{ school.name }} está pagada hasta el {{ until }}.',
      },
      fr: {
        subject: 'Votre abonnement est renouvelé',
        body: 'Votre abonnement chez {{ school.name }} est payé jusqu’au {{ until }}.',
      },
      ru: {
        subject: 'Подписка продлена',
        body: 'Ваша подписка в {{ school.name }} оплачена до {{ until }}.',
      },
    }),
  }),
  notification('charge_failed', {
    on: subscriptionPastDue,
    topic,
    values: (subscription, language) => ({
      amount: moneyOf(subscription.amount, subscription.currency, language),
    }),
    text: withParts(
      text({
        en: {
          subject: 'We could not charge your subscription',
          body: 'The charge of {{ amount }} for your subscription at {{ school.name }} failed. We shall try again. Please check that your card is valid and has enough money.',
        },
        de: {
          subject: 'Ihr Abonnement konnte nicht abgebucht werden',
          body: 'Die Abbuchung von {{ amount }} für Ihr Abonnement bei {{ school.name }} ist fehlgeschlagen. Wir versuchen es erneut. Bitte prüfen Sie, ob Ihre Karte gültig und gedeckt ist.',
        },
        es: {
          subject: 'No hemos podido cobrar tu suscripción',
          body: 'El cobro de {{ amount }} por tu suscripción en {{ school.name }} ha fallado. Volveremos a intentarlo. Comprueba que tu tarjeta es válida y tiene saldo.',
        },
        fr: {
          subject: 'Le paiement de votre abonnement a échoué',
          body: 'Le prélèvement de {{ amount }} pour votre abonnement chez {{ school.name }} a échoué. Nous réessaierons. Vérifiez que votre carte est valide et approvisionnée.',
        },
        ru: {
          subject: 'Не удалось списать оплату подписки',
          body: 'Не удалось списать {{ amount }} за подписку в {{ school.name }}. Мы попробуем ещё раз. Проверьте, что карта действует и на ней достаточно денег.',
        },
      }),
      'card',
      'test',
    ),
  }),
  notification('subscription_ended', {
    on: subscriptionCanceled,
    topic,
    to: ({ cancel_reason, user_id }) => [cancel_reason === 'person_gone' ? null : user_id],
    text: text({
      en: {
        subject: 'Your subscription has ended',
        body: 'Your subscription at {{ school.name }} has ended. You will not be charged again.',
      },
      de: {
        subject: 'Ihr Abonnement ist beendet',
        body: 'Ihr Abonnement bei {{ school.name }} ist beendet. Es wird nichts mehr abgebucht.',
      },
      es: {
        subject: 'Tu suscripción ha terminado',
        body: 'Tu suscripción en {{ school.name }} ha terminado. No se te cobrará nada más.',
      },
      fr: {
        subject: 'Votre abonnement est terminé',
        body: 'Votre abonnement chez {{ school.name }} est terminé. Rien ne sera plus prélevé.',
      },
      ru: {
        subject: 'Подписка завершена',
        body: 'Ваша подписка в {{ school.name }} завершена. Списаний больше не будет.',
      },
    }),
  }),
]
