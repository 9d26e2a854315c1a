// The words of the page of a gift, by language.
import type { Notice, PageRefusals } from '@lms/contract'
import { wordsIn } from '@lms/contract/language'
import type { GiftPage } from './gift-page.contract.ts'

interface GiftPageWords {
  readonly title: (name: string) => string
  readonly moneyTitle: string
  readonly worth: (amount: string) => string
  readonly code: string
  readonly until: (day: string) => string
  readonly print: string
  readonly useMoney: string
  readonly emailHint: string
  readonly redeem: string
  readonly owned: (names: string) => string
  readonly again: string
  /** Why it is redeemed no more. */
  readonly over: Readonly<Record<Exclude<GiftPage['status'], 'active'>, string>>
  readonly unknown: Notice
  readonly foreign: Notice
  readonly unreadable: Notice
  readonly unavailable: Notice
}

export const giftPageWords = wordsIn<GiftPageWords>({
  en: {
    title: name => `A gift: ${name}`,
    moneyTitle: 'A gift certificate',
    worth: amount => `It is worth ${amount}.`,
    code: 'The code of the gift:',
    until: day => `It can be redeemed until ${day}.`,
    print: 'To give it away, pass this page on or print it. Whoever has the code can redeem it.',
    useMoney: 'Tell the school this code when you order: it pays as much of the order as it is worth.',
    emailHint: 'What the gift gives belongs to the person with this address.',
    redeem: 'Redeem the gift',
    owned: names =>
      `Nothing was redeemed yet: the person with this address has this already: ${names}. Somebody else can redeem the gift.`,
    again: 'Redeem it all the same: what has an end lasts longer then.',
    over: {
      redeemed: 'This gift was redeemed before.',
      canceled: 'This gift is not valid any more: its purchase was undone.',
      expired: 'The time in which this gift could be redeemed is over.',
    },
    unknown: ['No such gift', 'There is no gift with this code. Check that the address is complete.'],
    foreign: [
      'The form came from another site',
      'Nothing was redeemed. Open the page of the gift at this school, and redeem it there.',
    ],
    unreadable: ['The form was not understood', 'Go back, reload the page and fill in the form again.'],
    unavailable: ['Not available for a moment', 'Nothing was redeemed. Load the page again in a minute.'],
  },
  de: {
    title: name => `Ein Geschenk: ${name}`,
    moneyTitle: 'Ein Geschenkgutschein',
    worth: amount => `Er ist ${amount} wert.`,
    code: 'Der Code des Geschenks:',
    until: day => `Es kann bis zum ${day} eingelöst werden.`,
    print:
      'Zum Verschenken geben Sie diese Seite weiter oder drucken Sie sie. Wer den Code hat, kann ihn einlösen.',
    useMoney:
      'Nennen Sie der Schule diesen Code bei Ihrer Bestellung: Er bezahlt so viel davon, wie er wert ist.',
    emailHint: 'Was das Geschenk enthält, gehört der Person mit dieser Adresse.',
    redeem: 'Geschenk einlösen',
    owned: names =>
      `Es wurde noch nichts eingelöst: Die Person mit dieser Adresse hat das schon: ${names}. Jemand anders kann das Geschenk einlösen.`,
    again: 'Trotzdem einlösen: Was ein Ende hat, dauert dann länger.',
    over: {
      redeemed: 'Dieses Geschenk wurde schon eingelöst.',
      canceled: 'Dieses Geschenk gilt nicht mehr: Der Kauf wurde rückgängig gemacht.',
      expired: 'Die Zeit, in der dieses Geschenk eingelöst werden konnte, ist vorbei.',
    },
    unknown: [
      'Geschenk nicht gefunden',
      'Es gibt kein Geschenk mit diesem Code. Prüfen Sie, ob die Adresse vollständig ist.',
    ],
    foreign: [
      'Das Formular kam von einer anderen Seite',
      'Es wurde nichts eingelöst. Öffnen Sie die Seite des Geschenks bei dieser Schule und lösen Sie es dort ein.',
    ],
    unreadable: [
      'Das Formular wurde nicht verstanden',
      'Gehen Sie zurück, laden Sie die Seite neu und füllen Sie das Formular noch einmal aus.',
    ],
    unavailable: [
      'Einen Moment nicht erreichbar',
      'Es wurde nichts eingelöst. Laden Sie die Seite in einer Minute neu.',
    ],
  },
  es: {
    title: name => `Un regalo: ${name}`,
    moneyTitle: 'Un vale de regalo',
    worth: amount => `Vale ${amount}.`,
    code: 'El código del regalo:',
    until: day => `Se puede canjear hasta el ${day}.`,
    print: 'Para regalarlo, comparta esta página o imprímala. Quien tenga el código puede canjearlo.',
    useMoney: 'Diga este código a la escuela al hacer su pedido: paga de él tanto como vale.',
    emailHint: 'Lo que da el regalo pertenece a la persona con esta dirección.',
    redeem: 'Canjear el regalo',
    owned: names =>
      `Todavía no se ha canjeado nada: la persona con esta dirección ya tiene esto: ${names}. Otra persona puede canjear el regalo.`,
    again: 'Canjearlo de todos modos: lo que tiene un fin durará más.',
    over: {
      redeemed: 'Este regalo ya se ha canjeado.',
      canceled: 'Este regalo ya no es válido: su compra se ha anulado.',
      expired: 'El plazo para canjear este regalo ha terminado.',
    },
    unknown: [
      'Regalo no encontrado',
      'No hay ningún regalo con este código. Revise si la dirección está completa.',
    ],
    foreign: [
      'El formulario vino de otro sitio',
      'No se ha canjeado nada. Abra la página del regalo en esta escuela y canjéelo allí.',
    ],
    unreadable: [
      'No se entendió el formulario',
      'Vuelva atrás, recargue la página y rellene el formulario otra vez.',
    ],
    unavailable: [
      'No disponible por un momento',
      'No se ha canjeado nada. Recargue la página dentro de un minuto.',
    ],
  },
  fr: {
    title: name => `Un cadeau : ${name}`,
    moneyTitle: 'Un bon cadeau',
    worth: amount => `Il vaut ${amount}.`,
    code: 'Le code du cadeau :',
    until: day => `Il peut être utilisé jusqu’au ${day}.`,
    print: 'Pour l’offrir, transmettez cette page ou imprimez-la. Qui a le code peut l’utiliser.',
    useMoney: 'Donnez ce code à l’école lors de votre commande : il en paie autant qu’il vaut.',
    emailHint: 'Ce que donne le cadeau appartient à la personne qui a cette adresse.',
    redeem: 'Utiliser le cadeau',
    owned: names =>
      `Rien n’a encore été utilisé : la personne qui a cette adresse a déjà ceci : ${names}. Quelqu’un d’autre peut utiliser le cadeau.`,
    again: 'L’utiliser quand même : ce qui a une fin durera alors plus longtemps.',
    over: {
      redeemed: 'Ce cadeau a déjà été utilisé.',
      canceled: 'Ce cadeau n’est plus valable : son achat a été annulé.',
      expired: 'Le délai pour utiliser ce cadeau est passé.',
    },
    unknown: ['Cadeau introuvable', 'Aucun cadeau n’a ce code. Vérifiez que l’adresse est complète.'],
    foreign: [
      'Le formulaire vient d’un autre site',
      'Rien n’a été utilisé. Ouvrez la page du cadeau sur le site de cette école.',
    ],
    unreadable: [
      'Le formulaire n’a pas été compris',
      'Revenez en arrière, rechargez la page et remplissez le formulaire à nouveau.',
    ],
    unavailable: ['Indisponible pour un moment', 'Rien n’a été utilisé. Rechargez la page dans une minute.'],
  },
  ru: {
    title: name => `Подарок: ${name}`,
    moneyTitle: 'Подарочный сертификат',
    worth: amount => `Его сумма: ${amount}.`,
    code: 'Код подарка:',
    until: day => `Активировать можно до ${day}.`,
    print:
      'Чтобы подарить, перешлите эту страницу или распечатайте её. Активировать может любой, у кого есть код.',
    useMoney: 'Назовите этот код школе при заказе: он оплатит его на свою сумму.',
    emailHint: 'То, что даёт подарок, получит человек с этим адресом.',
    redeem: 'Активировать подарок',
    owned: names =>
      `Пока ничего не активировано: у человека с этим адресом это уже есть: ${names}. Подарок может активировать кто-то другой.`,
    again: 'Всё равно активировать: то, что имеет срок, продлится дольше.',
    over: {
      redeemed: 'Этот подарок уже активирован.',
      canceled: 'Этот подарок больше не действует: его покупка отменена.',
      expired: 'Время, когда этот подарок можно было активировать, вышло.',
    },
    unknown: ['Подарок не найден', 'Подарка с таким кодом нет. Проверьте, полностью ли скопирован адрес.'],
    foreign: [
      'Форма пришла с другого сайта',
      'Ничего не активировано. Откройте страницу подарка на сайте школы и активируйте его там.',
    ],
    unreadable: ['Форма не распознана', 'Вернитесь назад, обновите страницу и заполните форму ещё раз.'],
    unavailable: ['Временно недоступно', 'Ничего не активировано. Обновите страницу через минуту.'],
  },
})

export function giftPageRefusals(language: string): PageRefusals {
  const { unknown, foreign, unreadable, unavailable } = giftPageWords(language)
  return { 404: unknown, 403: foreign, 400: unreadable, unavailable }
}
