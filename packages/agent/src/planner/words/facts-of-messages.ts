// The same of messages, webinars, tasks, reviews and what runs by itself.
import type { Fact } from './fact.ts'

const people = ['users.list']
const course = ['a course', 'the course', 'courses', 'course', 'курс*']
const starWords = ['', 'one', 'two', 'three', 'four', 'five']
const marks = ['', 'единицу', 'двойку', 'тройку', 'четверку', 'пятерку']

export const factsOfMessages: readonly Fact[] = [
  {
    list: 'subscriptions.list',
    filters: { status: 'trialing' },
    beside: people,
    en: ['on a trial', 'on trial'],
    ru: ['на пробном периоде', 'на пробном'],
  },
  {
    list: 'quizAttempts.list',
    en: ['quizzes were taken', 'took a quiz', 'took quizzes'],
    ru: ['раз проходил* тест*', 'проходил* тест*'],
  },
  {
    list: 'suppressions.list',
    filters: { reason: 'unsubscribed' },
    beside: people,
    en: ['unsubscribed', 'opted out'],
    ru: ['отписал*'],
  },
  {
    list: 'subscriptions.list',
    filters: { status: 'canceled' },
    en: ['lose', 'lost', 'churned', 'churn'],
    ru: ['потерял*', 'отвалил*', 'отменил* подписк*', 'подписок отменил*'],
  },
  {
    list: 'progress.list',
    filters: { status: 'completed' },
    beside: ['lessons.list'],
    en: ['completed', 'finished', 'passed', 'done', 'been through', 'complete', 'finish'],
    ru: ['прошел', 'прошла', 'прошли', 'пройден*', 'закончил*', 'завершил*', 'посмотрел*', 'сделал*'],
  },
  {
    list: 'enrollments.list',
    filters: { status: 'waiting,active,frozen,suspended' },
    beside: people,
    with: course,
    en: [
      'not finished',
      'not completed',
      'not yet finished',
      'not yet completed',
      'not passed',
      'not graduated',
    ],
    ru: ['не закончил*', 'не завершил*', 'не прошел', 'не прошла', 'не прошли', 'не окончил*', 'не доучил*'],
  },
  {
    list: 'submissions.list',
    beside: people,
    within: true,
    en: ['filled in', 'filled out', 'fill in', 'fill out', 'submitted', 'completed'],
    ru: ['заполнил*', 'отправил* форм*', 'отправил*'],
  },
  {
    list: 'enrollments.list',
    beside: ['users.list'],
    en: ['how far', 'getting on', 'doing', 'how well'],
    ru: ['насколько продвинул*', 'как далеко', 'продвинул*', 'как учится', 'как дела у'],
  },
  { list: 'messages.list', time: 'sent_at', en: ['send', 'sent'], ru: ['отправил*', 'отправлен*'] },
  {
    list: 'messages.list',
    time: 'bounced_at',
    beside: people,
    en: ['bounced', 'not delivered'],
    ru: ['не дошл*', 'не доставлен*', 'вернул*'],
  },
  { list: 'messages.list', time: 'opened_at', beside: people, en: ['opened'], ru: ['открыл*', 'открыт*'] },
  { list: 'messages.list', time: 'clicked_at', beside: people, en: ['clicked'], ru: ['перешл* по ссылк*'] },
  {
    list: 'messages.list',
    time: 'delivered_at',
    beside: people,
    en: ['delivered'],
    ru: ['доставлен*', 'дошл*'],
  },
  {
    list: 'webinarSessions.list',
    filters: { status: 'scheduled' },
    beside: ['webinars.list'],
    en: ['coming up', 'upcoming', 'scheduled', 'planned'],
    ru: ['скоро будут', 'предстоящ*', 'запланирован*', 'ближайш*'],
  },
  {
    list: 'webinarSessions.list',
    filters: { status: 'live' },
    beside: ['webinars.list'],
    en: ['live'],
    ru: ['идет', 'идут', 'в эфире'],
  },
  {
    list: 'webinarSessions.list',
    filters: { status: 'finished' },
    beside: ['webinars.list'],
    en: ['hold', 'held', 'took place'],
    ru: ['провел*', 'проведен*'],
  },
  { list: 'tasks.list', time: 'due_at', en: ['due'], ru: ['надо сделать', 'нужно сделать'] },
  {
    list: 'auditLog.list',
    en: ['who changed what', 'who changed something', 'what was changed', 'what changed'],
    ru: ['кто что менял', 'кто что изменил', 'что меняли', 'что изменилось'],
  },
  { list: 'imports.list', en: ['work', 'succeed', 'end'], ru: ['чем закончился', 'прошел'] },
  {
    list: 'deliveries.list',
    filters: { status: 'failed' },
    beside: ['webhooks.list'],
    en: ['not delivered', 'not arrived', 'failing', 'fail', 'failed'],
    ru: ['не доставл*', 'не дошл*', 'не доход*'],
  },
  ...[1, 2, 3, 4, 5].map(stars => ({
    list: 'reviews.list',
    filters: { rating: String(stars) },
    en: [
      ...[`${stars}-star`, `${stars} stars`, `${stars} star`, `${starWords[stars]}-star`, `rated ${stars}`],
      ...[`rating of ${stars}`, `rating ${stars}`, `a rating of ${stars}`],
    ],
    ru: [
      ...[
        `с оценкой ${stars}`,
        `оценка ${stars}`,
        `с рейтингом ${stars}`,
        `оценкой ${stars}`,
        `на ${marks[stars]}`,
      ],
      `на ${stars} звезд`,
      `на ${stars} звезды`,
      `${stars} звезд`,
      `${stars} звезды`,
    ],
  })),
]
