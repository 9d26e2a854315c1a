// The sentences of answers.
import type { Language } from './words/intents.ts'

const english = {
  can:
    'I answer questions about the school from its own data: how many, which, the latest, the largest, sums and averages, ' +
    'by state and period, about one object by its id or one person by e-mail or name, and why something is as it is.\nFor example: How many orders were paid ' +
    'last month? · Show the last 5 people · Average order this year · Compare sales this month and last month · ' +
    'Is everything working?\nI propose a change, such as: cancel ord_…, and you confirm it. Nothing changes before that.',
  doubt: (words: string) => `I did not understand: ${words}. Ask without it, or in other words.`,
  choices: 'Nearest to it are these. Answer with 1 or 2, or ask in other words:',
  aims: { count: 'How many', sum: 'Total of', average: 'Average of', list: 'List of', top: 'Most of' },
  noCurrency: 'In which currency is the amount? Ask with it, for example: orders over 100 EUR.',
  noneToChange: 'I found nothing that this could be done with.',
  severalToChange:
    'There are several that this could be done with. Name one by its number or id, or ask for the last one.',
  noSubject: 'I did not understand what this is about.',
  tooLong: 'The question is too long for me. Ask in a sentence or two.',
  changeUnknown:
    'I understand that something should change, but not what exactly. Name the object by its id, for example: cancel ord_…',
  needsFields: (action: string, fields: string) =>
    `“${action}” needs more: ${fields}. Use the console for it.`,
  proposed: (action: string) =>
    `I propose: ${action}. Nothing has changed yet. Read what it does, and confirm or decline it.`,
  count: (number: string, what: string) => `${number} ${what}`,
  countPeople: (number: string, what: string) => `${number} people, of ${what}`,
  atLeast: (number: string) => `at least ${number}`,
  none: (what: string) => `No ${what}`,
  sum: (what: string, amounts: string, count: string) => `Total of ${what}: ${amounts} (${count})`,
  average: (what: string, amounts: string, count: string) => `Average of ${what}: ${amounts} (${count})`,
  noAmount: (what: string) =>
    `${what} have no amounts. I can add orders, payments, refunds and other lists with money.`,
  noPeriod: (what: string) => `I cannot limit ${what} to a period.`,
  onePeriod: 'I understand one period of a list at a time. Ask for each.',
  twoPeriods: 'To compare I need two periods, for example: this month and last month.',
  noNamed: (name: string, kind: string) => `There is no “${name}” among ${kind}.`,
  severalNamed: (name: string, names: string) =>
    `“${name}” may be any of these: ${names}. Ask with the e-mail or id.`,
  list: (items: string, what: string, more: boolean) =>
    `${items} ${what}${more ? ', and there are more' : ''}`,
  ranked: (what: string, by: string) => `The most of ${what}, by ${by}:`,
  severalCurrencies: 'The amounts are in several currencies, so I cannot say which is the most.',
  compared: (difference: string) => `Difference: ${difference}`,
  notFound: (id: string) => `${id} does not exist, or you may not see it.`,
  refused: (message: string) => `The school’s API refused: ${message}`,
  healthy: 'Everything works.',
  unhealthy: (what: string) => `Not everything works: ${what}`,
  figures: (from: string, to: string) => `From ${from} until ${to}:`,
  noFigures: 'Nothing was counted.',
  call: (calls: string) => `Looked up by: ${calls}`,
}

const russian: typeof english = {
  can:
    'Отвечаю на вопросы о школе по её данным: сколько, какие, последние, крупнейшие, суммы и средние, по состоянию и ' +
    'периоду, об одном объекте по id и о человеке по e-mail.\nНапример: Сколько заказов оплачено в прошлом месяце? · ' +
    'Покажи последних 5 студентов · Средний заказ за этот год · Сравни выручку за этот месяц и прошлый месяц · Всё ли ' +
    'работает?\nИзменение предлагаю, например: отмени ord_…, а вы подтверждаете. До этого ничего не меняется.',
  doubt: words => `Не понимаю: ${words}. Спросите без этого или другими словами.`,
  choices: 'Ближе всего к нему такие. Ответьте 1 или 2, либо спросите другими словами:',
  aims: { count: 'Сколько:', sum: 'Сумма:', average: 'Среднее:', list: 'Список:', top: 'Больше всего:' },
  noCurrency: 'В какой валюте сумма? Спросите с ней, например: заказы дороже 100 EUR.',
  noneToChange: 'Не нахожу, с чем это можно сделать.',
  severalToChange: 'Таких несколько. Назовите один по номеру или id, или спросите о последнем.',
  noSubject: 'Не понимаю, о чём вопрос.',
  tooLong: 'Вопрос слишком длинный для меня. Спросите одним-двумя предложениями.',
  changeUnknown:
    'Понимаю, что нужно что-то изменить, но не что именно. Назовите объект по id, например: отмени ord_…',
  needsFields: (action, fields) => `«${action}» требует ещё: ${fields}. Сделайте это в консоли.`,
  proposed: action =>
    `Предлагаю: ${action}. Пока ничего не изменилось. Прочитайте, что произойдёт, и подтвердите или откажитесь.`,
  count: (number, what) => `${what}: ${number}`,
  countPeople: (number, what) => `Людей: ${number}, ${what}`,
  atLeast: number => `не меньше ${number}`,
  none: what => `Ничего не найдено: ${what}`,
  sum: (what, amounts, count) => `Сумма, ${what}: ${amounts} (${count})`,
  average: (what, amounts, count) => `Среднее, ${what}: ${amounts} (${count})`,
  noAmount: what => `У ${what} нет сумм. Могу сложить orders, payments, refunds и другие списки с деньгами.`,
  noPeriod: what => `Не могу ограничить ${what} периодом.`,
  onePeriod: 'Понимаю один период списка за раз. Спросите о каждом отдельно.',
  twoPeriods: 'Для сравнения нужны два периода, например: этот месяц и прошлый месяц.',
  noNamed: (name, kind) => `Среди ${kind} нет «${name}».`,
  severalNamed: (name, names) => `«${name}» — это может быть: ${names}. Спросите с e-mail или id.`,
  list: (items, what, more) => `${what}: ${items}${more ? ', есть ещё' : ''}`,
  ranked: (what, by) => `Больше всего, ${what}, по ${by}:`,
  severalCurrencies: 'Суммы в разных валютах, поэтому не могу сказать, где больше.',
  compared: difference => `Разница: ${difference}`,
  notFound: id => `${id} не существует или вам не виден.`,
  refused: message => `API школы отказал: ${message}`,
  healthy: 'Всё работает.',
  unhealthy: what => `Работает не всё: ${what}`,
  figures: (from, to) => `С ${from} до ${to}:`,
  noFigures: 'Ничего не насчитано.',
  call: calls => `Найдено так: ${calls}`,
}

export const replies: Readonly<Record<Language, typeof english>> = { en: english, ru: russian }
