// States and other properties by other words than their value.
import type { Phrases } from './intents.ts'

/** States by other words than their value. */
export const states: Readonly<Record<string, Phrases>> = {
  waiting_payment: {
    en: [
      ...[
        'unpaid',
        'not paid',
        'not been paid',
        'waiting for payment',
        'awaiting payment',
        'pending payment',
      ],
      ...['waiting to be paid', 'outstanding', 'not paid for', 'without payment', 'not yet paid'],
    ],
    ru: [
      ...['неоплачен*', 'не оплачен*', 'не оплатил*', 'ожидающ* оплат*', 'ждущ* оплат*', 'ждут оплат*'],
      ...['ожида* оплат*', 'ждет оплат*', 'без оплаты', 'не заплатил* за'],
    ],
  },
  paid: { en: [], ru: ['оплачен*', 'оплатил*'] },
  canceled: { en: ['cancelled'], ru: ['отменен*', 'отменил*'] },
  refunded: { en: [], ru: ['возвращен*'] },
  expired: { en: [], ru: ['истек*', 'просрочен*'] },
  active: { en: [], ru: ['активн*', 'действующ*'] },
  blocked: { en: [], ru: ['заблокирован*'] },
  deleted: { en: [], ru: ['удален*'] },
  frozen: { en: [], ru: ['заморожен*'] },
  revoked: { en: [], ru: ['отозван*'] },
  draft: {
    en: ['drafts', 'not published', 'unpublished'],
    ru: ['черновик*', 'неопубликован*', 'не опубликован*'],
  },
  published: { en: [], ru: ['опубликован*'] },
  archived: { en: [], ru: ['архивн*', 'в архиве'] },
  succeeded: { en: ['successful'], ru: ['успешн*'] },
  failed: {
    en: ['unsuccessful'],
    ru: ['неудачн*', 'неуспешн*', 'упавш*', 'упал*', 'не прошл*', 'не прошел', 'не удал*', 'не пробил*'],
  },
  pending: {
    en: ['waiting for moderation', 'being processed'],
    ru: ['ожидающ*', 'в ожидании', 'ждут модерации', 'ждет модерации', 'на модерации'],
  },
  completed: { en: ['finished'], ru: ['завершен*', 'законченн*'] },
  submitted: {
    en: [
      ...['sent in', 'waiting for review', 'unreviewed', 'needs checking', 'needs to be checked', 'to check'],
      ...['unchecked', 'not checked', 'not been checked', 'not reviewed', 'not been reviewed', 'to review'],
      ...[
        'waiting to be checked',
        'waiting to be reviewed',
        'waiting for a check',
        'pending review',
        'ungraded',
      ],
      ...['to be checked', 'to be reviewed', 'awaiting review', 'pending', 'waiting'],
    ],
    ru: [
      'сданн*',
      'непроверен*',
      'не проверен*',
      'на проверк*',
      'ждет проверки',
      'ждут проверки',
      'надо проверить',
      ...[
        'нужно проверить',
        'ждет',
        'ждут',
        'не проверил*',
        'на проверке',
        'ожидает проверки',
        'ожидают проверки',
      ],
    ],
  },
  in_review: { en: [], ru: ['проверяем*'] },
  returned: {
    en: ['sent back for rework', 'sent back'],
    ru: ['вернул* на доработк*', 'возвращенн*', 'вернул*', 'на доработк*'],
  },
  accepted: { en: [], ru: ['принят*', 'принял*'] },
  abandoned: { en: [], ru: ['брошен*', 'бросил*'] },
  open: { en: [], ru: ['открыт*'] },
  finished: {
    en: ['done', 'processed', 'sent', 'went out', 'gone out', 'go out'],
    ru: ['выполнен*', 'сделан*', 'обработан*', 'отправлен*', 'ушл*', 'ушед*', 'разослан*'],
  },
  past_due: { en: ['overdue'], ru: ['просрочен*'] },
  trialing: { en: ['trial'], ru: ['пробн*'] },
  paused: { en: ['on pause'], ru: ['приостановлен*', 'на паузе'] },
  delivered: { en: [], ru: ['доставлен*'] },
  sent: { en: ['went out', 'gone out', 'go out'], ru: ['отправлен*', 'ушл*', 'ушед*', 'разослан*'] },
  scheduled: { en: ['planned', 'upcoming'], ru: ['запланирован*', 'предстоящ*'] },
  live: { en: [], ru: ['идущ*'] },
  spam: { en: [], ru: ['спам*', 'оказал* спам*'] },
  received: { en: ['not processed', 'unprocessed'], ru: ['не обработан*', 'необработан*'] },
  issued: { en: ['issue'], ru: ['выдал*', 'выдан*'] },
  enabled: { en: ['switched on', 'turned on', 'running'], ru: ['включен*', 'работающ*'] },
  rejected: { en: [], ru: ['отклонен*'] },
  redeemed: { en: ['used'], ru: ['использован*'] },
}

/** Properties besides the status, in the words of people. */
export const properties: readonly (Phrases & {
  readonly filter: string
  readonly value: string
  /** Only of this list. */
  readonly list?: string
})[] = [
  {
    filter: 'active',
    value: 'true',
    en: ['active', 'valid', 'connected', 'switched on'],
    ru: ['действ*', 'активн*', 'подключен*', 'включен*'],
  },
  {
    filter: 'active',
    value: 'false',
    en: ['inactive', 'not active', 'not valid', 'switched off'],
    ru: ['не действ*', 'неактивн*', 'не активн*', 'отключен*', 'выключен*'],
  },
  { filter: 'method', value: 'card', en: ['card', 'by card'], ru: ['карт*'] },
  { filter: 'method', value: 'cash', en: ['cash', 'in cash'], ru: ['наличн*'] },
  {
    filter: 'status',
    value: 'active',
    list: 'gifts.list',
    en: ['unused', 'not used', 'not been used'],
    ru: ['не использован*', 'неиспользован*'],
  },
]
