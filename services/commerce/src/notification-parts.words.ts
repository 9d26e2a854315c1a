// What stands under the texts of notifications: links to pay, to the receipt, and on to what was bought.
import { wordsIn } from '@lms/contract/language'

/** What stands under a text, by language: Liquid in Markdown, shown where there is such a link. */
const parts = wordsIn<Readonly<Record<'pay' | 'goOn' | 'receipt' | 'card' | 'test', string>>>({
  en: {
    pay: '{% if page_url != "" %}\n\n[Pay]({{ page_url }} "button"){% endif %}',
    goOn: '{% if learn_url != "" %}\n\n[Go to what you bought]({{ learn_url }} "button"){% elsif page_url != "" %}\n\n[Your order]({{ page_url }} "button"){% endif %}',
    receipt: '{% if receipt_url != "" %}\n\n[Receipt (PDF)]({{ receipt_url }}){% endif %}',
    card: '{% if page_url != "" %}\n\n[Pay with another card]({{ page_url }} "button"){% endif %}',
    test: '{% if test != "" %}\n\nThis school is in test mode: no money moves.{% endif %}',
  },
  de: {
    pay: '{% if page_url != "" %}\n\n[Bezahlen]({{ page_url }} "button"){% endif %}',
    goOn: '{% if learn_url != "" %}\n\n[Zu dem, was Sie gekauft haben]({{ learn_url }} "button"){% elsif page_url != "" %}\n\n[Ihre Bestellung]({{ page_url }} "button"){% endif %}',
    receipt: '{% if receipt_url != "" %}\n\n[Beleg (PDF)]({{ receipt_url }}){% endif %}',
    card: '{% if page_url != "" %}\n\n[Mit einer anderen Karte bezahlen]({{ page_url }} "button"){% endif %}',
    test: '{% if test != "" %}\n\nDiese Schule ist im Testmodus: Es fließt kein Geld.{% endif %}',
  },
  es: {
    pay: '{% if page_url != "" %}\n\n[Pagar]({{ page_url }} "button"){% endif %}',
    goOn: '{% if learn_url != "" %}\n\n[Ir a lo que compraste]({{ learn_url }} "button"){% elsif page_url != "" %}\n\n[Tu pedido]({{ page_url }} "button"){% endif %}',
    receipt: '{% if receipt_url != "" %}\n\n[Recibo (PDF)]({{ receipt_url }}){% endif %}',
    card: '{% if page_url != "" %}\n\n[Pagar con otra tarjeta]({{ page_url }} "button"){% endif %}',
    test: '{% if test != "" %}\n\nEsta escuela está en modo de prueba: no se mueve dinero.{% endif %}',
  },
  fr: {
    pay: '{% if page_url != "" %}\n\n[Payer]({{ page_url }} "button"){% endif %}',
    goOn: '{% if learn_url != "" %}\n\n[Accéder à votre achat]({{ learn_url }} "button"){% elsif page_url != "" %}\n\n[Votre commande]({{ page_url }} "button"){% endif %}',
    receipt: '{% if receipt_url != "" %}\n\n[Reçu (PDF)]({{ receipt_url }}){% endif %}',
    card: '{% if page_url != "" %}\n\n[Payer avec une autre carte]({{ page_url }} "button"){% endif %}',
    test: '{% if test != "" %}\n\nCette école est en mode test : aucun argent ne circule.{% endif %}',
  },
  ru: {
    pay: '{% if page_url != "" %}\n\n[Оплатить]({{ page_url }} "button"){% endif %}',
    goOn: '{% if learn_url != "" %}\n\n[Перейти к покупке]({{ learn_url }} "button"){% elsif page_url != "" %}\n\n[Ваш заказ]({{ page_url }} "button"){% endif %}',
    receipt: '{% if receipt_url != "" %}\n\n[Чек (PDF)]({{ receipt_url }}){% endif %}',
    card: '{% if page_url != "" %}\n\n[Оплатить другой картой]({{ page_url }} "button"){% endif %}',
    test: '{% if test != "" %}\n\nШкола работает в тестовом режиме: деньги не списываются.{% endif %}',
  },
})

/** The texts with these parts behind them. */
export const withParts =
  (
    texts: (language: string) => { subject: string; body: string },
    ...names: readonly (keyof ReturnType<typeof parts>)[]
  ) =>
  (language: string): { subject: string; body: string } => {
    const { subject, body } = texts(language)
    return { subject, body: [body, ...names.map(name => parts(language)[name])].join('') }
  }
