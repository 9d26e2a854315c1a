// The letters about gifts, by language: Markdown with values in Liquid.
import { wordsIn } from '@lms/contract/language'
import { withParts } from '../../notification-parts.words.ts'

interface Words {
  readonly subject: string
  readonly body: string
}

const bought = wordsIn<Words>({
  en: {
    subject: 'Your gift is ready',
    body: 'Your order {{ number }} at {{ school.name }} is paid: “{{ name }}” is ready to be given away.\n\nIts page has the code. Pass the page on, or print it: whoever has the code can redeem it.\n\n[Open the gift]({{ url }} "button")',
  },
  de: {
    subject: 'Ihr Geschenk ist fertig',
    body: 'Ihre Bestellung {{ number }} bei {{ school.name }} ist bezahlt: „{{ name }}“ kann verschenkt werden.\n\nAuf der Seite des Geschenks steht der Code. Geben Sie die Seite weiter oder drucken Sie sie: Wer den Code hat, kann ihn einlösen.\n\n[Geschenk öffnen]({{ url }} "button")',
  },
  es: {
    subject: 'Tu regalo está listo',
    body: 'Tu pedido {{ number }} en {{ school.name }} está pagado: ya puedes regalar «{{ name }}».\n\nEn la página del regalo está el código. Compártela o imprímela: quien tenga el código puede canjearlo.\n\n[Abrir el regalo]({{ url }} "button")',
  },
  fr: {
    subject: 'Votre cadeau est prêt',
    body: 'Votre commande {{ number }} chez {{ school.name }} est payée : « {{ name }} » est prêt à être offert.\n\nLa page du cadeau porte le code. Transmettez-la ou imprimez-la : qui a le code peut l’utiliser.\n\n[Ouvrir le cadeau]({{ url }} "button")',
  },
  ru: {
    subject: 'Ваш подарок готов',
    body: 'Заказ {{ number }} в {{ school.name }} оплачен: «{{ name }}» можно дарить.\n\nКод — на странице подарка. Перешлите её или распечатайте: активировать подарок может любой, у кого есть код.\n\n[Открыть подарок]({{ url }} "button")',
  },
})

/** To the person who has bought them, with the receipt: one purchase, one mail. */
export const boughtWords = withParts(bought, 'receipt')

/** To the person who receives one. */
export const receivedWords = wordsIn<Words>({
  en: {
    subject: 'A gift for you at {{ school.name }}',
    body: '{% if giver != "" %}{{ giver }} gives you{% else %}Somebody gives you{% endif %} “{{ name }}” at {{ school.name }}.\n\nOpen the page of the gift to see what it is, and to redeem it.\n\n[Open the gift]({{ url }} "button")',
  },
  de: {
    subject: 'Ein Geschenk für Sie bei {{ school.name }}',
    body: '{% if giver != "" %}{{ giver }} schenkt Ihnen{% else %}Jemand schenkt Ihnen{% endif %} „{{ name }}“ bei {{ school.name }}.\n\nAuf der Seite des Geschenks sehen Sie, was es ist, und lösen es ein.\n\n[Geschenk öffnen]({{ url }} "button")',
  },
  es: {
    subject: 'Un regalo para ti en {{ school.name }}',
    body: '{% if giver != "" %}{{ giver }} te regala{% else %}Alguien te regala{% endif %} «{{ name }}» en {{ school.name }}.\n\nAbre la página del regalo para ver qué es y canjearlo.\n\n[Abrir el regalo]({{ url }} "button")',
  },
  fr: {
    subject: 'Un cadeau pour vous chez {{ school.name }}',
    body: '{% if giver != "" %}{{ giver }} vous offre{% else %}On vous offre{% endif %} « {{ name }} » chez {{ school.name }}.\n\nLa page du cadeau montre ce que c’est et permet de l’utiliser.\n\n[Ouvrir le cadeau]({{ url }} "button")',
  },
  ru: {
    subject: 'Подарок для вас в {{ school.name }}',
    body: '{% if giver != "" %}{{ giver }} дарит вам{% else %}Вам дарят{% endif %} «{{ name }}» в {{ school.name }}.\n\nНа странице подарка видно, что это, и там же его можно активировать.\n\n[Открыть подарок]({{ url }} "button")',
  },
})
