// The words of `why`: what it can be about, and what is said of that.
import type { Phrases } from './intents.ts'

export type Topic = 'order' | 'payment' | 'access' | 'lesson' | 'webhook' | 'message' | 'subscription'

/** The more special ones first: `the course` is about access where nothing else is named. */
export const topics: Readonly<Record<Topic, Phrases>> = {
  order: { en: ['order'], ru: ['заказ*'] },
  payment: { en: ['payment'], ru: ['платеж*', 'оплата'] },
  subscription: { en: ['subscription'], ru: ['подписк*'] },
  lesson: { en: ['lesson'], ru: ['урок*'] },
  webhook: {
    en: ['webhook', 'webhooks', 'webhook delivery', 'webhook deliveries', 'delivery'],
    ru: ['вебхук*', 'доставк*'],
  },
  message: { en: ['e-mail', 'email', 'message', 'letter'], ru: ['письм*', 'сообщени*'] },
  access: { en: ['access', 'course', 'courses'], ru: ['доступ*', 'курс*'] },
}

/** Words about what is, or is not: the answer gives the state and its reasons, whichever way it was asked. */
export const whyFillers: Phrases = {
  en: [
    ...'not no get gets got getting have has had see sees open opens opened enter lose lost receive received still'.split(
      ' ',
    ),
    ...'paid unpaid cancelled canceled expired refunded fail failed declined pending closed locked available'.split(
      ' ',
    ),
    ...'delivered arrive arrived arriving coming come sent working work end ended stop stopped overdue be yet'.split(
      ' ',
    ),
    ...'access into longer expire expiring off switched on in fails'.split(' '),
  ],
  ru: [
    ...'не нет оплачен* неоплачен* отменен* отменил* истек* возвращен* прош* отклонен* закрыт* недоступ*'.split(
      ' ',
    ),
    ...'откры* открывае* получил* видит* видят потерял* зайти попасть может могут закончил* просрочен* остановил*'.split(
      ' ',
    ),
    ...'истек* выключен* отключен* доставлен* доставил* приход* пришл* пришел доход* дошл* дошел отправлен* работа* есть сломал*'.split(
      ' ',
    ),
  ],
}
