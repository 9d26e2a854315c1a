// The sentences of `why`. States and reasons stand in the words of the API.
import type { Language } from './words/intents.ts'

const english = {
  what: 'Why what? Name it: an order by its number, a person by e-mail or name, anything else by its id.',
  whose: 'Why for whom? Name the person by e-mail or name.',
  is: (what: string, status: string, since: string) => `${what}: ${status}${since && ` since ${since}`}.`,
  paid: (paid: string, amount: string) => `Paid: ${paid} of ${amount}.`,
  until: (time: string) => `It can be paid until ${time}.`,
  noPayments: 'Nobody has tried to pay it.',
  payment: (status: string, time: string, why: string) =>
    `Payment of ${time}: ${status}${why && ` (${why})`}.`,
  noAccess: 'The person has no right to a course.',
  access: (course: string, status: string, term: string) =>
    `Right to ${course}: ${status}${term && `, ${term}`}.`,
  unpaid: (number: string) => `Order ${number} of the person is not paid.`,
  noOrders: 'The person has no orders.',
  lessonDraft: 'The lesson is a draft: nobody sees it before it is published.',
  lessonRules: (rules: string) => `It opens when all of this is met: ${rules}.`,
  lessonFree: 'It has no conditions: it opens with the course.',
  lessonFor: (status: string, opens: string) =>
    `For this person it is ${status}${opens && `, opens at ${opens}`}.`,
  unmet: (what: string) => `Not met: ${what}.`,
  notStudying: 'This person does not study a course with this lesson.',
  webhookOff: (url: string) => `${url} is switched off: nothing is sent.`,
  webhook: (url: string, since: string) => `${url} has been failing since ${since}.`,
  webhookFine: (url: string) => `${url}: the last send succeeded.`,
  delivery: (event: string, status: string, attempts: string, time: string) =>
    `${event} of ${time}: ${status} after ${attempts} attempts.`,
  noFailures: 'No delivery has failed.',
  message: (time: string, status: string, why: string) =>
    `Message of ${time}: ${status}${why && ` (${why})`}.`,
  noMessages: 'No such message to the person is known.',
  suppressed: (address: string, reason: string) => `${address} gets nothing: ${reason}.`,
  subscription: (status: string, reason: string) => `Subscription: ${status}${reason && ` (${reason})`}.`,
  order: (number: string, status: string) => `Its order ${number}: ${status}.`,
}

const russian: typeof english = {
  what: 'О чём вопрос? Назовите заказ по номеру, человека по e-mail или имени, остальное по id.',
  whose: 'О ком вопрос? Назовите человека по e-mail или имени.',
  is: (what, status, since) => `${what}: ${status}${since && ` с ${since}`}.`,
  paid: (paid, amount) => `Оплачено: ${paid} из ${amount}.`,
  until: time => `Оплатить можно до ${time}.`,
  noPayments: 'Попыток оплаты не было.',
  payment: (status, time, why) => `Платёж ${time}: ${status}${why && ` (${why})`}.`,
  noAccess: 'У человека нет прав на курсы.',
  access: (course, status, term) => `Право на ${course}: ${status}${term && `, ${term}`}.`,
  unpaid: number => `Заказ ${number} этого человека не оплачен.`,
  noOrders: 'Заказов у человека нет.',
  lessonDraft: 'Урок — черновик: до публикации его никто не видит.',
  lessonRules: rules => `Он откроется, когда выполнено всё: ${rules}.`,
  lessonFree: 'Условий нет: он открывается вместе с курсом.',
  lessonFor: (status, opens) => `Для этого человека: ${status}${opens && `, откроется ${opens}`}.`,
  unmet: what => `Не выполнено: ${what}.`,
  notStudying: 'Этот человек не учится на курсе с этим уроком.',
  webhookOff: url => `${url} выключен: ничего не отправляется.`,
  webhook: (url, since) => `${url} не отвечает с ${since}.`,
  webhookFine: url => `${url}: последняя отправка удалась.`,
  delivery: (event, status, attempts, time) => `${event} от ${time}: ${status}, попыток: ${attempts}.`,
  noFailures: 'Неудавшихся доставок нет.',
  message: (time, status, why) => `Сообщение ${time}: ${status}${why && ` (${why})`}.`,
  noMessages: 'Таких сообщений этому человеку нет.',
  suppressed: (address, reason) => `На ${address} ничего не отправляется: ${reason}.`,
  subscription: (status, reason) => `Подписка: ${status}${reason && ` (${reason})`}.`,
  order: (number, status) => `Её заказ ${number}: ${status}.`,
}

export const whyReplies: Readonly<Record<Language, typeof english>> = { en: english, ru: russian }
export type WhySentences = typeof english
