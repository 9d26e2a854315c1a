// Questions about figures in both languages, and what they ask of the analytics.
import { readMetric } from './metric-question.ts'

const now = new Date('2026-11-24T22:30:00Z')
const read = (question: string) => {
  const found = readMetric(question, { now, zone: 'Europe/Moscow' })
  const period = found?.period?.label.replace(/ \(.*/, '')
  return found && [Object.keys(found.metrics)[0], ...found.dimensions, ...(period ? [period] : [])].join(' ')
}

test.each([
  ['What is our MRR?', 'mrr'],
  ['Какой у нас MRR?', 'mrr'],
  ['Monthly recurring revenue by month this year', 'mrr month 2026-01-01 – 2026-12-31'],
  ['Регулярная выручка по месяцам', 'mrr month'],
  ['What was the churn rate in October?', 'subscribers_churned 2026-10-01 – 2026-10-31'],
  ['Какой отток подписчиков в прошлом месяце?', 'subscribers_churned 2026-10-01 – 2026-10-31'],
  ['What is our revenue churn this month?', 'mrr_churn 2026-11-01 – 2026-11-30'],
  ['Отток выручки за этот месяц', 'mrr_churn 2026-11-01 – 2026-11-30'],
  ['How many subscribers do we have?', 'subscribers'],
  ['Сколько у нас подписчиков?', 'subscribers'],
  ['What is the lifetime value of a customer?', 'ltv'],
  ['LTV by cohort', 'ltv cohort'],
  ['Какой LTV по каналам?', 'ltv source'],
  ['Show the cohorts', 'net_revenue cohort'],
  ['Покажи когорты по месяцам', 'net_revenue month'],
  ['Payback of channels this year', 'payback_percent source 2026-01-01 – 2026-12-31'],
  ['Окупаемость рекламы', 'payback_percent source'],
  ['How much did we pay in provider fees last month?', null],
  ['How much were payment fees last month?', 'fees 2026-10-01 – 2026-10-31'],
  ['Сколько комиссий за прошлый месяц?', 'fees 2026-10-01 – 2026-10-31'],
  ['Taxes in October', 'taxes 2026-10-01 – 2026-10-31'],
  ['Сколько налогов в октябре?', 'taxes 2026-10-01 – 2026-10-31'],
  ['Net revenue by payment method', 'net_revenue method'],
  ['Чистая выручка по последнему каналу за октябрь', 'net_revenue last_source 2026-10-01 – 2026-10-31'],
  ['Revenue after refunds this year', 'net 2026-01-01 – 2026-12-31'],
  ['Выручка за вычетом возвратов в этом месяце', 'net 2026-11-01 – 2026-11-30'],
  ['How many new customers this month?', 'new_buyers 2026-11-01 – 2026-11-30'],
  ['Сколько новых покупателей в этом месяце?', 'new_buyers 2026-11-01 – 2026-11-30'],
  ['Returning customers by month', 'returning_buyers month'],
  ['Повторные покупатели за октябрь', 'returning_buyers 2026-10-01 – 2026-10-31'],
  ['How many visitors yesterday?', 'visitors 2026-11-24'],
  ['Сколько посетителей по страницам?', 'visitors page'],
  ['Unique visitors by channel last week', 'visitors source 2026-11-16 – 2026-11-22'],
  ['Conversion by page', 'visit_to_form_basis_points page'],
  ['Какая конверсия из визита в оплату?', 'visit_to_payment_basis_points'],
  ['Конверсия в заявку по источникам', 'visit_to_form_basis_points source'],
  // Each word counts.
  ['Churn of curators', null],
  ['MRR of Berlin', null],
  ['Комиссии партнёров', null],
  ['Visitors this month and last month', null],
  ['How many orders this month?', null],
])('%s', (question, expected) => {
  expect(read(question)).toBe(expected)
})
