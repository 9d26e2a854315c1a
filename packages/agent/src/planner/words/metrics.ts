// Figures of a school, in the words of people: each is asked of /v1/analytics/query.
import type { Phrases } from './intents.ts'

/** How the value of a metric is written. */
export type Unit = 'money' | 'count' | 'basisPoints' | 'percent'

export interface MetricWords extends Phrases {
  readonly metrics: Readonly<Record<string, Unit>>
  /** What it is divided by where the question does not say. */
  readonly by?: string
}

/** The longest phrase that stands in a question decides: `net revenue`, not `revenue`. */
export const metricWords: readonly MetricWords[] = [
  {
    metrics: { mrr: 'money', mrr_change: 'money' },
    en: ['mrr', 'recurring revenue', 'monthly recurring revenue', 'revenue from subscriptions'],
    ru: [
      'mrr',
      'регулярн* выручк*',
      'ежемесячн* регулярн* выручк*',
      'рекуррентн* выручк*',
      'выручк* от подписок',
    ],
  },
  {
    metrics: { mrr_churn: 'money', mrr_churn_basis_points: 'basisPoints' },
    en: ['mrr churn', 'revenue churn', 'churned mrr', 'churned revenue', 'lost mrr'],
    ru: ['отток mrr', 'отток* выручк*', 'потерянн* mrr', 'отток* регулярн* выручк*'],
  },
  {
    metrics: { mrr_expansion: 'money', mrr_contraction: 'money' },
    en: ['expansion revenue', 'mrr expansion', 'expansion mrr', 'contraction mrr', 'mrr contraction'],
    ru: ['расширен* mrr', 'рост* mrr', 'сокращен* mrr'],
  },
  {
    metrics: { subscribers_churned: 'count', subscriber_churn_basis_points: 'basisPoints' },
    en: ['churn', 'churn rate', 'subscriber churn', 'customer churn', 'churn of subscribers'],
    ru: ['отток*', 'отток* подписчик*', 'отток* клиент*', 'процент* оттока', 'коэффициент* оттока'],
  },
  {
    metrics: { subscribers: 'count' },
    en: ['subscribers', 'paying subscribers', 'active subscribers'],
    ru: ['подписчик*', 'платящ* подписчик*', 'активн* подписчик*'],
  },
  {
    metrics: { ltv: 'money' },
    en: ['ltv', 'clv', 'lifetime value', 'customer lifetime value', 'lifetime value of a customer'],
    ru: ['ltv', 'пожизненн* ценност*', 'пожизненн* ценност* клиент*', 'ценност* клиент*'],
  },
  {
    metrics: { net_revenue: 'money', net_revenue_to_date: 'money', ltv: 'money' },
    by: 'cohort',
    en: ['cohorts', 'cohort analysis', 'revenue of cohorts', 'cohort revenue'],
    ru: ['когорт*', 'когортн* анализ*', 'выручк* когорт*'],
  },
  {
    metrics: { payback_percent: 'percent', net_revenue_to_date: 'money', costs_to_date: 'money' },
    by: 'source',
    en: ['payback', 'payback of channels', 'channel payback', 'payback of advertising', 'return on ad spend'],
    ru: ['окупаемост*', 'окупаемост* канал*', 'окупаемост* реклам*', 'окупил* реклам*'],
  },
  {
    metrics: { fees: 'money' },
    en: [
      'fees',
      'provider fees',
      'payment fees',
      'processing fees',
      'fees of payment providers',
      'fees paid',
    ],
    ru: ['комисси*', 'комисси* платежн* систем*', 'комисси* провайдер*', 'комисси* эквайринг*'],
  },
  { metrics: { taxes: 'money' }, en: ['taxes', 'tax', 'vat'], ru: ['налог*', 'ндс'] },
  {
    metrics: { net_revenue: 'money' },
    en: ['net revenue', 'net income', 'revenue after fees and taxes', 'net revenue after fees and taxes'],
    ru: [
      'чист* выручк*',
      'чист* доход*',
      'выручк* после налогов и комиссий',
      'выручк* за вычетом налогов и комиссий',
    ],
  },
  {
    metrics: { net: 'money' },
    en: ['net turnover', 'turnover less refunds', 'turnover after refunds', 'revenue after refunds'],
    ru: [
      'выручк* за вычетом возвратов',
      'оборот* за вычетом возвратов',
      'выручк* без возвратов',
      'чист* оборот*',
    ],
  },
  {
    metrics: { new_buyers: 'count' },
    en: ['new buyers', 'new customers', 'new paying customers', 'first-time buyers', 'first-time customers'],
    ru: ['нов* покупател*', 'нов* клиент*', 'нов* платящ* клиент*'],
  },
  {
    metrics: { returning_buyers: 'count' },
    en: ['returning buyers', 'returning customers', 'repeat buyers', 'repeat customers'],
    ru: ['повторн* покупател*', 'повторн* клиент*', 'вернувш* покупател*'],
  },
  {
    metrics: { visitors: 'count' },
    en: ['visitors', 'site visitors', 'unique visitors', 'website visitors', 'visitors of the site'],
    ru: ['посетител*', 'уникальн* посетител*', 'посетител* сайт*'],
  },
  {
    metrics: {
      visit_to_form_basis_points: 'basisPoints',
      form_to_order_basis_points: 'basisPoints',
      order_to_payment_basis_points: 'basisPoints',
      payment_to_lesson_basis_points: 'basisPoints',
      visit_to_payment_basis_points: 'basisPoints',
    },
    en: ['conversion', 'conversions', 'conversion rate', 'conversion of the site', 'conversion of visitors'],
    ru: ['конверси*', 'конверси* сайт*', 'конверси* посетител*'],
  },
  {
    metrics: { visit_to_form_basis_points: 'basisPoints' },
    en: ['conversion from visit to form', 'conversion to form', 'conversion to lead', 'visit to form'],
    ru: ['конверси* из визит* в заявк*', 'конверси* в заявк*', 'конверси* посетител* в заявк*'],
  },
  {
    metrics: { form_to_order_basis_points: 'basisPoints' },
    en: [
      'conversion from form to order',
      'conversion from lead to order',
      'conversion to order',
      'form to order',
    ],
    ru: ['конверси* из заявк* в заказ*', 'конверси* в заказ*'],
  },
  {
    metrics: { order_to_payment_basis_points: 'basisPoints' },
    en: ['conversion from order to payment', 'conversion of orders', 'order to payment'],
    ru: ['конверси* из заказ* в оплат*', 'конверси* заказ*'],
  },
  {
    metrics: { visit_to_payment_basis_points: 'basisPoints' },
    en: ['conversion from visit to payment', 'conversion to payment', 'conversion of visitors to buyers'],
    ru: ['конверси* из визит* в оплат*', 'конверси* в оплат*', 'конверси* посетител* в покупател*'],
  },
  {
    metrics: { payment_to_lesson_basis_points: 'basisPoints' },
    en: ['conversion from payment to lesson', 'conversion to lesson'],
    ru: ['конверси* из оплат* в урок*', 'конверси* в урок*'],
  },
]

/** What figures are divided by: `by channel`. */
export const metricDimensions: readonly (Phrases & { readonly dimension: string })[] = [
  {
    dimension: 'last_source',
    en: ['by last channel', 'by last source', 'by last visit', 'by the last visit', 'by last touch'],
    ru: ['по последн* канал*', 'по последн* источник*', 'по последн* визит*', 'по последн* касани*'],
  },
  {
    dimension: 'source',
    en: [
      'by channel',
      'by channels',
      'by source',
      'by sources',
      'per channel',
      'per source',
      'by traffic source',
    ],
    ru: ['по канал*', 'по источник*', 'по источник* трафик*'],
  },
  { dimension: 'campaign', en: ['by campaign', 'by campaigns', 'per campaign'], ru: ['по кампани*'] },
  { dimension: 'page', en: ['by page', 'by pages', 'per page'], ru: ['по страниц*'] },
  { dimension: 'cohort', en: ['by cohort', 'by cohorts', 'per cohort'], ru: ['по когорт*'] },
  {
    dimension: 'month',
    en: ['by month', 'by months', 'per month', 'monthly'],
    ru: ['по месяц*', 'помесячно'],
  },
  { dimension: 'week', en: ['by week', 'by weeks', 'per week', 'weekly'], ru: ['по недел*', 'понедельно'] },
  { dimension: 'day', en: ['by day', 'by days', 'per day', 'daily'], ru: ['по дням', 'ежедневно'] },
  { dimension: 'country', en: ['by country', 'by countries', 'per country'], ru: ['по стран*'] },
  { dimension: 'method', en: ['by payment method', 'by method'], ru: ['по способ* оплаты', 'по способ*'] },
  { dimension: 'offer_id', en: ['by offer', 'by offers', 'per offer'], ru: ['по предложени*', 'по тариф*'] },
  { dimension: 'partner_id', en: ['by partner', 'by partners', 'per partner'], ru: ['по партнер*'] },
  { dimension: 'promo_code_id', en: ['by promo code', 'by promo codes'], ru: ['по промокод*'] },
]

/** How many rows, or how much money, or whatever a figure is: its metric says it. */
export const metricAims: Phrases = {
  en: [
    'how many',
    'how much',
    'what is',
    'what was',
    'show',
    'number of',
    'total',
    'how high',
    'count of',
    'rate',
    'our',
  ],
  ru: [
    'сколько',
    'как*',
    'покажи*',
    'какова',
    'каков',
    'число',
    'количеств*',
    'сумм*',
    'размер*',
    'посчитай*',
  ],
}
