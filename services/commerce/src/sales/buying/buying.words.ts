// The words of the page on which a visitor buys an offer, by language.
import type { Notice, PageRefusals } from '@lms/contract'
import { wordsIn } from '@lms/contract/language'
import type { EntryReason } from '../pricing/entry-refusals.ts'

interface BuyingWords {
  readonly title: (offer: string) => string
  readonly included: (taxes: string) => string
  /** `period` without a number is one: `month`, `3 months`. */
  readonly subscription: (period: string, amount: string) => string
  /** `14 days`. */
  readonly trial: (days: string) => string
  readonly parts: (amount: string, count: number) => string
  readonly price: string
  readonly code: string
  readonly update: string
  readonly country: string
  readonly countryHint: string
  readonly emailHint: string
  readonly order: (amount: string) => string
  readonly orderFree: string
  /** The legend of the prices between which people choose. */
  readonly choice: string
  readonly once: (amount: string) => string
  readonly every: (amount: string, period: string) => string
  readonly inParts: (amount: string, count: number) => string
  readonly noCountry: string
  readonly newPrice: string
  /** The person chose another price, code or country than the page has counted. */
  readonly newChoice: string
  readonly withoutCode: string
  /** Why a promo code gives nothing. */
  readonly codes: Readonly<Record<EntryReason, string>>
  readonly unknown: Notice
  readonly foreign: Notice
  readonly unreadable: Notice
  readonly tooMany: Notice
  readonly unavailable: Notice
}

export const buyingWords = wordsIn<BuyingWords>({
  en: {
    title: offer => `Buy ${offer}`,
    included: taxes => `The total includes ${taxes} of taxes.`,
    subscription: (period, amount) =>
      `This is a subscription: ${amount} is charged every ${period}, until you cancel it.`,
    trial: days => `Free at first: ${days}.`,
    parts: (amount, count) => `You pay ${amount} in ${count} parts`,
    price: 'Price',
    code: 'Promo code, if you have one',
    update: 'Update the price',
    country: 'Country',
    countryHint: 'It decides about the taxes.',
    emailHint: 'What you buy belongs to the person with this address.',
    order: amount => `Order and pay ${amount}`,
    orderFree: 'Order for free',
    choice: 'How you pay',
    once: amount => `${amount}, once`,
    every: (amount, period) => `${amount} every ${period}`,
    inParts: (amount, count) => `${amount} in ${count} parts`,
    noCountry: 'Choose a country from the list.',
    newChoice:
      'Your choice changes what you pay, or when. Nothing was ordered yet. Check the new price below, and order.',
    newPrice:
      'The price has changed since you opened this page. Nothing was ordered. See the new price below.',
    withoutCode: 'Nothing was ordered. Correct the code, or leave it empty: the price below is without it.',
    codes: {
      promo_code_unknown: 'There is no such promo code. Check the spelling.',
      promo_code_inactive: 'This promo code is no longer valid.',
      promo_code_early: 'This promo code is not valid yet.',
      promo_code_expired: 'This promo code has ended.',
      promo_code_other_currency: 'This promo code is for prices in another currency.',
      promo_code_other_offers: 'This promo code is for other offers.',
      promo_code_below_minimum: 'This promo code needs a larger order.',
      promo_code_used_up: 'This promo code has been used as often as it can be.',
      promo_code_other_people: 'This promo code is for the members of certain groups.',
      promo_code_first_order_only: 'This promo code is for a first order only.',
      promo_code_used_by_person: 'You have used this promo code as often as one person can.',
    },
    unknown: [
      'Not for sale',
      'This school does not sell this. Check that the address is complete, or ask the school.',
    ],
    foreign: [
      'The order came from another site',
      'Nothing was ordered. Open the page of the offer at this school, and order there.',
    ],
    unreadable: ['The form was not understood', 'Go back, reload the page and fill in the form again.'],
    tooMany: [
      'Too many orders from your network',
      'Nothing was ordered. Wait a minute, then go back and send the form again.',
    ],
    unavailable: [
      'Not available for a moment',
      'Go back and send the form again in a minute. It orders once, however often it is sent.',
    ],
  },
  de: {
    title: offer => `${offer} kaufen`,
    included: taxes => `Im Gesamtbetrag sind ${taxes} Steuern enthalten.`,
    subscription: (period, amount) =>
      `Dies ist ein Abonnement. Je Zeitraum (${period}) werden ${amount} abgebucht. Es läuft, bis Sie es kündigen.`,
    trial: days => `Kostenlos am Anfang: ${days}.`,
    parts: (amount, count) => `Sie zahlen ${amount} in ${count} Raten`,
    price: 'Preis',
    code: 'Gutscheincode, falls Sie einen haben',
    update: 'Preis neu berechnen',
    country: 'Land',
    countryHint: 'Davon hängen die Steuern ab.',
    emailHint: 'Was Sie kaufen, gehört der Person mit dieser Adresse.',
    order: amount => `Bestellen und ${amount} bezahlen`,
    orderFree: 'Kostenlos bestellen',
    choice: 'So zahlen Sie',
    once: amount => `${amount}, einmalig`,
    every: (amount, period) => `${amount} je Zeitraum (${period})`,
    inParts: (amount, count) => `${amount} in ${count} Raten`,
    noCountry: 'Wählen Sie ein Land aus der Liste.',
    newChoice:
      'Ihre Auswahl ändert, was oder wann Sie bezahlen. Es wurde noch nichts bestellt. Prüfen Sie unten den neuen Preis und bestellen Sie dann.',
    newPrice:
      'Der Preis hat sich geändert, seit Sie diese Seite geöffnet haben. Es wurde nichts bestellt. Unten steht der neue Preis.',
    withoutCode:
      'Es wurde nichts bestellt. Berichtigen Sie den Code oder lassen Sie ihn weg: Der Preis unten gilt ohne ihn.',
    codes: {
      promo_code_unknown: 'Diesen Gutscheincode gibt es nicht. Prüfen Sie die Schreibweise.',
      promo_code_inactive: 'Dieser Gutscheincode gilt nicht mehr.',
      promo_code_early: 'Dieser Gutscheincode gilt noch nicht.',
      promo_code_expired: 'Dieser Gutscheincode ist abgelaufen.',
      promo_code_other_currency: 'Dieser Gutscheincode gilt für Preise in einer anderen Währung.',
      promo_code_other_offers: 'Dieser Gutscheincode gilt für andere Angebote.',
      promo_code_below_minimum: 'Dieser Gutscheincode gilt erst ab einem höheren Bestellwert.',
      promo_code_used_up: 'Dieser Gutscheincode wurde schon so oft eingelöst, wie er gilt.',
      promo_code_other_people: 'Dieser Gutscheincode gilt für die Mitglieder bestimmter Gruppen.',
      promo_code_first_order_only: 'Dieser Gutscheincode gilt nur für die erste Bestellung.',
      promo_code_used_by_person: 'Sie haben diesen Gutscheincode so oft eingelöst, wie eine Person es kann.',
    },
    unknown: [
      'Nicht im Verkauf',
      'Das verkauft diese Schule nicht. Prüfen Sie, ob die Adresse vollständig ist, oder fragen Sie die Schule.',
    ],
    foreign: [
      'Die Bestellung kam von einer anderen Website',
      'Es wurde nichts bestellt. Öffnen Sie die Seite des Angebots bei dieser Schule und bestellen Sie dort.',
    ],
    unreadable: [
      'Das Formular wurde nicht verstanden',
      'Gehen Sie zurück, laden Sie die Seite neu und füllen Sie das Formular noch einmal aus.',
    ],
    tooMany: [
      'Zu viele Bestellungen aus Ihrem Netz',
      'Es wurde nichts bestellt. Warten Sie eine Minute, gehen Sie dann zurück und senden Sie das Formular noch einmal.',
    ],
    unavailable: [
      'Einen Moment nicht erreichbar',
      'Gehen Sie zurück und senden Sie das Formular in einer Minute noch einmal. Es bestellt einmal, auch wenn Sie es mehrmals senden.',
    ],
  },
  es: {
    title: offer => `Comprar ${offer}`,
    included: taxes => `El total incluye ${taxes} de impuestos.`,
    subscription: (period, amount) =>
      `Es una suscripción. Por cada periodo (${period}) se cobran ${amount}. Continúa hasta que la cancele.`,
    trial: days => `Gratis al principio: ${days}.`,
    parts: (amount, count) => `Paga ${amount} en ${count} plazos`,
    price: 'Precio',
    code: 'Código promocional, si tiene uno',
    update: 'Actualizar el precio',
    country: 'País',
    countryHint: 'De él dependen los impuestos.',
    emailHint: 'Lo que compra pertenece a la persona con esta dirección.',
    order: amount => `Pedir y pagar ${amount}`,
    orderFree: 'Pedir gratis',
    choice: 'Cómo paga',
    once: amount => `${amount}, una vez`,
    every: (amount, period) => `${amount} por periodo (${period})`,
    inParts: (amount, count) => `${amount} en ${count} plazos`,
    noCountry: 'Elija un país de la lista.',
    newChoice:
      'Su elección cambia lo que paga, o cuándo. Todavía no se ha pedido nada. Revise abajo el nuevo precio y haga el pedido.',
    newPrice:
      'El precio ha cambiado desde que abrió esta página. No se ha pedido nada. Abajo está el precio nuevo.',
    withoutCode: 'No se ha pedido nada. Corrija el código o déjelo vacío: el precio de abajo es sin él.',
    codes: {
      promo_code_unknown: 'Ese código promocional no existe. Revise cómo está escrito.',
      promo_code_inactive: 'Este código promocional ya no es válido.',
      promo_code_early: 'Este código promocional todavía no es válido.',
      promo_code_expired: 'Este código promocional ha caducado.',
      promo_code_other_currency: 'Este código promocional es para precios en otra moneda.',
      promo_code_other_offers: 'Este código promocional es para otras ofertas.',
      promo_code_below_minimum: 'Este código promocional requiere un pedido mayor.',
      promo_code_used_up: 'Este código promocional ya se ha usado todas las veces posibles.',
      promo_code_other_people: 'Este código promocional es para los miembros de ciertos grupos.',
      promo_code_first_order_only: 'Este código promocional es solo para el primer pedido.',
      promo_code_used_by_person: 'Ya ha usado este código promocional todas las veces que puede una persona.',
    },
    unknown: [
      'No está a la venta',
      'Esta escuela no vende esto. Compruebe que la dirección esté completa o pregunte a la escuela.',
    ],
    foreign: [
      'El pedido ha llegado desde otro sitio',
      'No se ha pedido nada. Abra la página de la oferta en esta escuela y haga allí el pedido.',
    ],
    unreadable: [
      'No se ha entendido el formulario',
      'Vuelva atrás, recargue la página y rellene de nuevo el formulario.',
    ],
    tooMany: [
      'Demasiados pedidos desde su red',
      'No se ha pedido nada. Espere un minuto, vuelva atrás y envíe de nuevo el formulario.',
    ],
    unavailable: [
      'No disponible por un momento',
      'Vuelva atrás y envíe de nuevo el formulario dentro de un minuto. Hace un solo pedido, aunque lo envíe varias veces.',
    ],
  },
  fr: {
    title: offer => `Acheter ${offer}`,
    included: taxes => `Le total comprend ${taxes} de taxes.`,
    subscription: (period, amount) =>
      `C’est un abonnement : ${amount} débités à chaque période (${period}). Il continue jusqu’à ce que vous le résiliiez.`,
    trial: days => `Gratuit au début : ${days}.`,
    parts: (amount, count) => `Vous payez ${amount} en ${count} fois`,
    price: 'Prix',
    code: 'Code promo, si vous en avez un',
    update: 'Actualiser le prix',
    country: 'Pays',
    countryHint: 'Il détermine les taxes.',
    emailHint: 'Ce que vous achetez appartient à la personne qui a cette adresse.',
    order: amount => `Commander et payer ${amount}`,
    orderFree: 'Commander gratuitement',
    choice: 'Comment vous payez',
    once: amount => `${amount}, en une fois`,
    every: (amount, period) => `${amount} par période (${period})`,
    inParts: (amount, count) => `${amount} en ${count} versements`,
    noCountry: 'Choisissez un pays dans la liste.',
    newChoice:
      'Votre choix change ce que vous payez, ou quand. Rien n’a encore été commandé. Vérifiez le nouveau prix ci-dessous, puis commandez.',
    newPrice:
      'Le prix a changé depuis que vous avez ouvert cette page. Rien n’a été commandé. Le nouveau prix est ci-dessous.',
    withoutCode:
      'Rien n’a été commandé. Corrigez le code ou laissez-le vide : le prix ci-dessous est sans lui.',
    codes: {
      promo_code_unknown: 'Ce code promo n’existe pas. Vérifiez l’orthographe.',
      promo_code_inactive: 'Ce code promo n’est plus valable.',
      promo_code_early: 'Ce code promo n’est pas encore valable.',
      promo_code_expired: 'Ce code promo a expiré.',
      promo_code_other_currency: 'Ce code promo est pour des prix dans une autre monnaie.',
      promo_code_other_offers: 'Ce code promo est pour d’autres offres.',
      promo_code_below_minimum: 'Ce code promo demande une commande plus importante.',
      promo_code_used_up: 'Ce code promo a été utilisé autant de fois que possible.',
      promo_code_other_people: 'Ce code promo est réservé aux membres de certains groupes.',
      promo_code_first_order_only: 'Ce code promo est réservé à une première commande.',
      promo_code_used_by_person: 'Vous avez utilisé ce code promo autant de fois qu’une personne le peut.',
    },
    unknown: [
      'Pas en vente',
      'Cette école ne vend pas cela. Vérifiez que l’adresse est complète, ou demandez à l’école.',
    ],
    foreign: [
      'La commande est venue d’un autre site',
      'Rien n’a été commandé. Ouvrez la page de l’offre sur le site de cette école et commandez-y.',
    ],
    unreadable: [
      'Le formulaire n’a pas été compris',
      'Revenez en arrière, rechargez la page et remplissez de nouveau le formulaire.',
    ],
    tooMany: [
      'Trop de commandes depuis votre réseau',
      'Rien n’a été commandé. Attendez une minute, puis revenez en arrière et renvoyez le formulaire.',
    ],
    unavailable: [
      'Indisponible pour un moment',
      'Revenez en arrière et renvoyez le formulaire dans une minute. Il ne commande qu’une fois, même envoyé plusieurs fois.',
    ],
  },
  ru: {
    title: offer => `Покупка: ${offer}`,
    included: taxes => `Итог включает налоги: ${taxes}.`,
    subscription: (period, amount) =>
      `Это подписка: ${amount} за каждый период (${period}). Она продолжается, пока вы её не отмените.`,
    trial: days => `Бесплатно в начале: ${days}.`,
    parts: (amount, count) => `Оплата по частям: ${amount}, платежей: ${count}`,
    price: 'Цена',
    code: 'Промокод, если он у вас есть',
    update: 'Пересчитать цену',
    country: 'Страна',
    countryHint: 'От неё зависят налоги.',
    emailHint: 'Покупка принадлежит человеку с этим адресом.',
    order: amount => `Заказать и заплатить ${amount}`,
    orderFree: 'Заказать бесплатно',
    choice: 'Как вы платите',
    once: amount => `${amount}, один раз`,
    every: (amount, period) => `${amount} за период (${period})`,
    inParts: (amount, count) => `${amount}, частей: ${count}`,
    noCountry: 'Выберите страну из списка.',
    newChoice:
      'Ваш выбор меняет сумму или время оплаты. Пока ничего не заказано. Проверьте новую цену ниже и закажите.',
    newPrice: 'Цена изменилась с тех пор, как вы открыли эту страницу. Ничего не заказано. Ниже новая цена.',
    withoutCode: 'Ничего не заказано. Исправьте код или оставьте поле пустым: цена ниже без него.',
    codes: {
      promo_code_unknown: 'Такого промокода нет. Проверьте, верно ли он написан.',
      promo_code_inactive: 'Этот промокод больше не действует.',
      promo_code_early: 'Этот промокод ещё не действует.',
      promo_code_expired: 'Срок этого промокода истёк.',
      promo_code_other_currency: 'Этот промокод — для цен в другой валюте.',
      promo_code_other_offers: 'Этот промокод — для других предложений.',
      promo_code_below_minimum: 'Для этого промокода нужен заказ на большую сумму.',
      promo_code_used_up: 'Этот промокод уже использован столько раз, сколько возможно.',
      promo_code_other_people: 'Этот промокод — для участников определённых групп.',
      promo_code_first_order_only: 'Этот промокод — только для первого заказа.',
      promo_code_used_by_person: 'Вы использовали этот промокод столько раз, сколько может один человек.',
    },
    unknown: [
      'Не продаётся',
      'Эта школа этого не продаёт. Проверьте, весь ли адрес вы ввели, или спросите школу.',
    ],
    foreign: [
      'Заказ пришёл с другого сайта',
      'Ничего не заказано. Откройте страницу предложения на сайте этой школы и закажите там.',
    ],
    unreadable: [
      'Форму не удалось прочитать',
      'Вернитесь, загрузите страницу заново и заполните форму ещё раз.',
    ],
    tooMany: [
      'Слишком много заказов из вашей сети',
      'Ничего не заказано. Подождите минуту, вернитесь и отправьте форму ещё раз.',
    ],
    unavailable: [
      'Временно недоступно',
      'Вернитесь и отправьте форму ещё раз через минуту. Заказ будет один, сколько бы раз вы её ни отправили.',
    ],
  },
})

/** What stands in place of the page. */
export function buyingRefusals(language: string): PageRefusals {
  const { unknown, foreign, unreadable, tooMany, unavailable } = buyingWords(language)
  return { 404: unknown, 403: foreign, 400: unreadable, 429: () => tooMany, unavailable }
}
