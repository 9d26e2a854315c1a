// What people are reminded of, by language: Markdown with values in Liquid.
import { wordsIn } from '@lms/contract/language'

/** `trial_ends`: without a card. `trial_charged`: with one. */
export type ReminderKind = 'trial_ends' | 'trial_charged' | 'part_due' | 'part_overdue'

export const reminderWords = wordsIn<Readonly<Record<ReminderKind, { subject: string; body: string }>>>({
  en: {
    trial_ends: {
      subject: 'Your free days end on {{ day }}',
      body: 'Your free days of “{{ name }}” end on {{ day }}. Add a card, so that it goes on after that for {{ amount }}. Nothing is charged before.\n\n[Add a card]({{ url }} "button")',
    },
    trial_charged: {
      subject: 'Your free days end on {{ day }}',
      body: 'Your free days of “{{ name }}” end on {{ day }}. After that {{ amount }} is charged to your card that ends in {{ card }}. If you do not want to go on, cancel before.',
    },
    part_due: {
      subject: 'Order {{ number }}: {{ amount }} is due on {{ day }}',
      body: 'The next part of your order {{ number }}, {{ amount }}, is due on {{ day }}.\n\n[Pay it]({{ url }} "button")',
    },
    part_overdue: {
      subject: 'Order {{ number }}: {{ amount }} was due on {{ day }}',
      body: 'A part of your order {{ number }}, {{ amount }}, was due on {{ day }}, and we have not received it yet.\n\n[Pay it]({{ url }} "button")',
    },
  },
  de: {
    trial_ends: {
      subject: 'Ihre freien Tage enden am {{ day }}',
      body: 'Ihre freien Tage von „{{ name }}“ enden am {{ day }}. Hinterlegen Sie eine Karte, damit es danach für {{ amount }} weitergeht. Vorher wird nichts abgebucht.\n\n[Karte hinterlegen]({{ url }} "button")',
    },
    trial_charged: {
      subject: 'Ihre freien Tage enden am {{ day }}',
      body: 'Ihre freien Tage von „{{ name }}“ enden am {{ day }}. Danach werden {{ amount }} von Ihrer Karte mit der Endung {{ card }} abgebucht. Wenn es nicht weitergehen soll, kündigen Sie vorher.',
    },
    part_due: {
      subject: 'Bestellung {{ number }}: {{ amount }} am {{ day }} fällig',
      body: 'Die nächste Rate Ihrer Bestellung {{ number }}, {{ amount }}, ist am {{ day }} fällig.\n\n[Bezahlen]({{ url }} "button")',
    },
    part_overdue: {
      subject: 'Bestellung {{ number }}: {{ amount }} war am {{ day }} fällig',
      body: 'Eine Rate Ihrer Bestellung {{ number }}, {{ amount }}, war am {{ day }} fällig und ist noch nicht bei uns angekommen.\n\n[Bezahlen]({{ url }} "button")',
    },
  },
  es: {
    trial_ends: {
      subject: 'Tus días gratis terminan el {{ day }}',
      body: 'Tus días gratis de «{{ name }}» terminan el {{ day }}. Añade una tarjeta para continuar después por {{ amount }}. Antes no se cobra nada.\n\n[Añadir una tarjeta]({{ url }} "button")',
    },
    trial_charged: {
      subject: 'Tus días gratis terminan el {{ day }}',
      body: 'Tus días gratis de «{{ name }}» terminan el {{ day }}. Después se cobrarán {{ amount }} a tu tarjeta terminada en {{ card }}. Si no quieres continuar, cancela antes.',
    },
    part_due: {
      subject: 'Pedido {{ number }}: {{ amount }} vence el {{ day }}',
      body: 'El próximo plazo de tu pedido {{ number }}, {{ amount }}, vence el {{ day }}.\n\n[Pagarlo]({{ url }} "button")',
    },
    part_overdue: {
      subject: 'Pedido {{ number }}: {{ amount }} venció el {{ day }}',
      body: 'Un plazo de tu pedido {{ number }}, {{ amount }}, venció el {{ day }} y todavía no lo hemos recibido.\n\n[Pagarlo]({{ url }} "button")',
    },
  },
  fr: {
    trial_ends: {
      subject: 'Vos jours gratuits se terminent le {{ day }}',
      body: 'Vos jours gratuits de « {{ name }} » se terminent le {{ day }}. Ajoutez une carte pour continuer ensuite à {{ amount }}. Rien n’est débité avant.\n\n[Ajouter une carte]({{ url }} "button")',
    },
    trial_charged: {
      subject: 'Vos jours gratuits se terminent le {{ day }}',
      body: 'Vos jours gratuits de « {{ name }} » se terminent le {{ day }}. Ensuite, {{ amount }} seront débités de votre carte finissant par {{ card }}. Si vous ne voulez pas continuer, résiliez avant.',
    },
    part_due: {
      subject: 'Commande {{ number }} : {{ amount }} à payer le {{ day }}',
      body: 'Le prochain versement de votre commande {{ number }}, {{ amount }}, est dû le {{ day }}.\n\n[Payer]({{ url }} "button")',
    },
    part_overdue: {
      subject: 'Commande {{ number }} : {{ amount }} étaient dus le {{ day }}',
      body: 'Un versement de votre commande {{ number }}, {{ amount }}, était dû le {{ day }}, et nous ne l’avons pas encore reçu.\n\n[Payer]({{ url }} "button")',
    },
  },
  ru: {
    trial_ends: {
      subject: 'Бесплатные дни заканчиваются: {{ day }}',
      body: 'Бесплатные дни «{{ name }}» заканчиваются {{ day }}. Добавьте карту, чтобы продолжить за {{ amount }}. До этого ничего не списывается.\n\n[Добавить карту]({{ url }} "button")',
    },
    trial_charged: {
      subject: 'Бесплатные дни заканчиваются: {{ day }}',
      body: 'Бесплатные дни «{{ name }}» заканчиваются {{ day }}. После этого с карты на {{ card }} будет списано {{ amount }}. Если не хотите продолжать, отмените до этого дня.',
    },
    part_due: {
      subject: 'Заказ {{ number }}: {{ amount }} до {{ day }}',
      body: 'Следующую часть заказа {{ number }}, {{ amount }}, нужно оплатить до {{ day }}.\n\n[Оплатить]({{ url }} "button")',
    },
    part_overdue: {
      subject: 'Заказ {{ number }}: {{ amount }}, срок был {{ day }}',
      body: 'Часть заказа {{ number }}, {{ amount }}, нужно было оплатить до {{ day }}. Мы её ещё не получили.\n\n[Оплатить]({{ url }} "button")',
    },
  },
})
