// The words of gifts on the page of an offer, by language.
import { wordsIn } from '@lms/contract/language'

interface GiftWords {
  readonly asGift: string
  readonly quantity: string
  readonly quantityHint: (most: number) => string
  readonly receiver: string
  readonly email: string
  readonly emailHint: string
  readonly day: string
  readonly dayHint: string
  readonly message: string
  readonly messageHint: string
  /** The person has said that it is a gift, or none. */
  readonly chosen: string
  readonly noSubscription: string
  readonly faults: {
    readonly quantity: (most: number) => string
    readonly gift_email: string
    readonly gift_day: string
    readonly gift_message: string
  }
}

export const giftWords = wordsIn<GiftWords>({
  en: {
    asGift: 'Buy as a gift',
    quantity: 'How many gifts',
    quantityHint: most => `At most ${most}. Each has a code of its own.`,
    receiver: 'The receiver',
    email: 'E-mail of the receiver (optional)',
    emailHint: 'Without one you get the page of the gift, to pass on or to print.',
    day: 'Day of delivery (optional)',
    dayHint: 'Without one it is sent as soon as it is paid.',
    message: 'Your words to the receiver (optional)',
    messageHint: 'They stand on the page of the gift.',
    chosen: 'Nothing was ordered yet. Check the order below, which has changed by your choice, and order.',
    noSubscription: 'A subscription cannot be a gift. Choose a price that is paid once.',
    faults: {
      quantity: most => `Enter a number from 1 to ${most}.`,
      gift_email:
        'Enter an address like ann@school.example. It is written to about one gift that is paid for; pass several, or a free one, on yourself.',
      gift_day: 'Choose a day within the next year, and enter the e-mail to which the gift is sent.',
      gift_message: 'This is too long. Enter at most 300 characters.',
    },
  },
  de: {
    asGift: 'Als Geschenk kaufen',
    quantity: 'Anzahl der Geschenke',
    quantityHint: most => `Höchstens ${most}. Jedes hat einen eigenen Code.`,
    receiver: 'Für wen es ist',
    email: 'E-Mail der beschenkten Person (freiwillig)',
    emailHint: 'Ohne Angabe bekommen Sie die Seite des Geschenks, zum Weitergeben oder Drucken.',
    day: 'Tag der Zustellung (freiwillig)',
    dayHint: 'Ohne Angabe wird es gesendet, sobald es bezahlt ist.',
    message: 'Ihre Worte dazu (freiwillig)',
    messageHint: 'Sie stehen auf der Seite des Geschenks.',
    chosen:
      'Es wurde noch nichts bestellt. Prüfen Sie unten die Bestellung, die sich durch Ihre Auswahl geändert hat, und bestellen Sie dann.',
    noSubscription:
      'Ein Abonnement kann kein Geschenk sein. Wählen Sie einen Preis, der einmal bezahlt wird.',
    faults: {
      quantity: most => `Geben Sie eine Zahl von 1 bis ${most} ein.`,
      gift_email:
        'Geben Sie eine Adresse wie anna@schule.example ein. Sie bekommt ein Geschenk, das bezahlt wird; mehrere oder ein kostenloses geben Sie selbst weiter.',
      gift_day:
        'Wählen Sie einen Tag innerhalb des nächsten Jahres und geben Sie die E-Mail an, an die das Geschenk geht.',
      gift_message: 'Das ist zu lang. Geben Sie höchstens 300 Zeichen ein.',
    },
  },
  es: {
    asGift: 'Comprar como regalo',
    quantity: 'Cuántos regalos',
    quantityHint: most => `Como máximo ${most}. Cada uno tiene su código.`,
    receiver: 'Para quién es',
    email: 'Correo de quien lo recibe (opcional)',
    emailHint: 'Sin él, usted recibe la página del regalo para compartirla o imprimirla.',
    day: 'Día de entrega (opcional)',
    dayHint: 'Sin él, se envía en cuanto esté pagado.',
    message: 'Sus palabras (opcional)',
    messageHint: 'Aparecen en la página del regalo.',
    chosen:
      'Todavía no se ha pedido nada. Revise abajo el pedido, que ha cambiado con su elección, y haga el pedido.',
    noSubscription: 'Una suscripción no puede ser un regalo. Elija un precio que se pague una vez.',
    faults: {
      quantity: most => `Escriba un número de 1 a ${most}.`,
      gift_email:
        'Escriba una dirección como ana@escuela.example. Recibe un regalo pagado; varios, o uno gratuito, los entrega usted.',
      gift_day: 'Elija un día dentro del próximo año y escriba el correo al que se envía el regalo.',
      gift_message: 'Es demasiado largo. Escriba como máximo 300 caracteres.',
    },
  },
  fr: {
    asGift: 'Acheter pour offrir',
    quantity: 'Nombre de cadeaux',
    quantityHint: most => `${most} au plus. Chacun a son propre code.`,
    receiver: 'Pour qui',
    email: 'E-mail de la personne (facultatif)',
    emailHint: 'Sans adresse, vous recevez la page du cadeau, à transmettre ou à imprimer.',
    day: 'Jour d’envoi (facultatif)',
    dayHint: 'Sans date, il est envoyé dès qu’il est payé.',
    message: 'Vos mots (facultatif)',
    messageHint: 'Ils figurent sur la page du cadeau.',
    chosen:
      'Rien n’a encore été commandé. Vérifiez ci-dessous la commande, que votre choix a changée, puis commandez.',
    noSubscription: 'Un abonnement ne peut pas être offert. Choisissez un prix payé en une fois.',
    faults: {
      quantity: most => `Entrez un nombre de 1 à ${most}.`,
      gift_email:
        'Entrez une adresse comme anne@ecole.example. Elle reçoit un seul cadeau payé ; vous en transmettez plusieurs, ou un cadeau gratuit, vous-même.',
      gift_day: 'Choisissez un jour dans l’année à venir, et entrez l’e-mail auquel le cadeau est envoyé.',
      gift_message: 'C’est trop long. Entrez au plus 300 caractères.',
    },
  },
  ru: {
    asGift: 'Купить в подарок',
    quantity: 'Сколько подарков',
    quantityHint: most => `Не больше ${most}. У каждого свой код.`,
    receiver: 'Кому подарок',
    email: 'Почта получателя (необязательно)',
    emailHint: 'Без неё страницу подарка получите вы, чтобы переслать или распечатать.',
    day: 'День отправки (необязательно)',
    dayHint: 'Без него подарок уйдёт сразу после оплаты.',
    message: 'Ваши слова (необязательно)',
    messageHint: 'Они будут на странице подарка.',
    chosen: 'Пока ничего не заказано. Ваш выбор изменил заказ: проверьте его ниже и закажите.',
    noSubscription: 'Подписку нельзя подарить. Выберите цену, которую платят один раз.',
    faults: {
      quantity: most => `Введите число от 1 до ${most}.`,
      gift_email:
        'Введите адрес вида anna@school.example. На него отправляется один оплаченный подарок; несколько или бесплатный передайте сами.',
      gift_day: 'Выберите день в течение года и введите почту, на которую отправить подарок.',
      gift_message: 'Слишком длинно. Введите не больше 300 символов.',
    },
  },
})
