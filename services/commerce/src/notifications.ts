// What buyers are told by themselves after events of their orders and subscriptions.
import { formatTime, notification, timedNotification } from '@lms/contract'
import { dayOf, moneyOf, wordsIn } from '@lms/contract/language'
import { withParts } from './notification-parts.words.ts'
import { trialDaysOf } from './objects/balance.ts'
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

/** Of an order that costs nothing, and of free days that begin with it: when they end. */
function withoutPay(order: Order, language: string) {
  const { amount, paid_at } = order
  const days = trialDaysOf(order)
  const end = days > 0 && paid_at !== null ? Date.parse(paid_at) + days * dayMs : null
  return {
    free: amount === 0 ? 'true' : '',
    trial_end: end === null ? '' : dayOf(formatTime(new Date(end)), language),
  }
}
const dayMs = 86_400_000

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
    values: (order, language) => ({ ...ofOrder(order, language), ...withoutPay(order, language) }),
    text: withParts(
      text({
        en: {
          subject:
            '{% if free == "" %}Your order {{ number }} is paid{% else %}Your order {{ number }} is complete{% endif %}',
          body: '{% if free == "" %}We have received {{ amount }} for{% else %}There is nothing to pay for{% endif %} your order {{ number }} at {{ school.name }}: {{ items }}. Thank you!{% if trial_end != "" %} Nothing is charged before {{ trial_end }}.{% endif %}',
        },
        de: {
          subject:
            '{% if free == "" %}Ihre Bestellung {{ number }} ist bezahlt{% else %}Ihre Bestellung {{ number }} ist abgeschlossen{% endif %}',
          body: '{% if free == "" %}Wir haben Ihre Zahlung von {{ amount }} erhalten.{% else %}Es ist nichts zu bezahlen.{% endif %} Ihre Bestellung {{ number }} bei {{ school.name }}: {{ items }}. Vielen Dank!{% if trial_end != "" %} Vor dem {{ trial_end }} wird nichts abgebucht.{% endif %}',
        },
        es: {
          subject:
            '{% if free == "" %}Tu pedido {{ number }} está pagado{% else %}Tu pedido {{ number }} está completo{% endif %}',
          body: '{% if free == "" %}Hemos recibido {{ amount }} por{% else %}No hay nada que pagar por{% endif %} tu pedido {{ number }} en {{ school.name }}: {{ items }}. ¡Gracias!{% if trial_end != "" %} Antes del {{ trial_end }} no se cobra nada.{% endif %}',
        },
        fr: {
          subject:
            '{% if free == "" %}Votre commande {{ number }} est payée{% else %}Votre commande {{ number }} est terminée{% endif %}',
          body: '{% if free == "" %}Nous avons reçu {{ amount }} pour{% else %}Il n’y a rien à payer pour{% endif %} votre commande {{ number }} chez {{ school.name }} : {{ items }}. Merci !{% if trial_end != "" %} Rien n’est prélevé avant le {{ trial_end }}.{% endif %}',
        },
        ru: {
          subject:
            '{% if free == "" %}Заказ {{ number }} оплачен{% else %}Заказ {{ number }} оформлен{% endif %}',
          body: '{% if free == "" %}Мы получили {{ amount }} за{% else %}Платить не нужно за{% endif %} заказ {{ number }} в {{ school.name }}: {{ items }}. Спасибо!{% if trial_end != "" %} До {{ trial_end }} ничего не списывается.{% endif %}',
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
    within: ({ is_of_purchase, is_of_gift }) =>
      is_of_purchase ? 'order_paid' : is_of_gift ? giftBought : null,
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
