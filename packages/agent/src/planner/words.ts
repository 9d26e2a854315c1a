// The words of questions that the contracts do not have: synonyms in English, and all words in Russian. `*` stands for
// any ending. The first word of an entry is the one that answers use.

export type Language = 'en' | 'ru'
export type Phrases = Readonly<Record<Language, readonly string[]>>

export const intents = {
  count: {
    en: ['how many', 'number of', 'count of', 'count', 'what number of'],
    ru: ['сколько', 'количеств*', 'число', 'посчитай*'],
  },
  sum: {
    en: ['total amount of', 'total of', 'sum of', 'how much', 'sum', 'total', 'turnover'],
    ru: ['на какую сумму', 'сумм*', 'итог*', 'оборот*'],
  },
  average: { en: ['average', 'mean', 'on average'], ru: ['средн*', 'в среднем'] },
  newest: {
    en: ['latest', 'newest', 'most recent', 'recent', 'last'],
    ru: ['последн*', 'самые новые', 'новейш*', 'свежи*'],
  },
  largest: {
    en: ['largest', 'biggest', 'highest', 'most expensive', 'top'],
    ru: ['крупнейш*', 'самые крупные', 'самые большие', 'самые дорогие', 'топ', 'наибольш*'],
  },
  compare: {
    en: ['compare', 'compared to', 'compared with', 'versus', 'vs'],
    ru: ['сравни*', 'по сравнению'],
  },
  find: { en: ['find', 'search for', 'look up', 'who is'], ru: ['найди*', 'найти', 'поищи*', 'кто так*'] },
  why: { en: ['why', 'what happened to', 'what is wrong with'], ru: ['почему', 'что случилось с', 'что с'] },
  health: {
    en: [
      'is everything ok',
      'is everything all right',
      'is everything working',
      'does everything work',
      'health',
      'are there problems',
      'any problems',
    ],
    ru: [
      'все ли в порядке',
      'все ли работает',
      'все работает',
      'есть ли проблемы',
      'здоровь*',
      'состояние систем*',
    ],
  },
  help: {
    en: ['what can you do', 'what do you know', 'help', 'who are you'],
    ru: ['что ты умеешь', 'что ты можешь', 'что вы умеете', 'помощь', 'помоги*', 'кто ты'],
  },
  list: {
    en: ['show me', 'show', 'list', 'give me', 'which', 'what are', 'display'],
    ru: ['покажи*', 'список', 'выведи*', 'перечисли*', 'какие', 'какой', 'какая', 'дай'],
  },
} as const satisfies Record<string, Phrases>
export type Intent = keyof typeof intents

/** Lists by other names than their path, some with a filter. */
export const nouns: readonly (Phrases & { list: string; filters?: Readonly<Record<string, string>> })[] = [
  {
    list: 'users.list',
    en: ['people', 'person', 'persons', 'everybody'],
    ru: ['люд*', 'человек*', 'пользовател*'],
  },
  {
    list: 'users.list',
    filters: { role: 'student' },
    en: ['students', 'student', 'learners'],
    ru: ['студент*', 'ученик*', 'учеников', 'учащи*'],
  },
  { list: 'users.list', filters: { role: 'manager' }, en: ['managers', 'manager'], ru: ['менеджер*'] },
  {
    list: 'users.list',
    filters: { role: 'administrator' },
    en: ['administrators', 'admins'],
    ru: ['администратор*', 'админ*'],
  },
  { list: 'users.list', filters: { role: 'owner' }, en: ['owners'], ru: ['владел*'] },
  { list: 'tags.list', en: [], ru: ['тег*', 'теги', 'метк*', 'меток'] },
  { list: 'groups.list', en: ['flows'], ru: ['групп*', 'поток*'] },
  { list: 'accesses.list', en: [], ru: ['доступ*'] },
  { list: 'courses.list', en: [], ru: ['курс*'] },
  { list: 'lessons.list', en: [], ru: ['урок*'] },
  { list: 'modules.list', en: [], ru: ['модул*'] },
  { list: 'enrollments.list', en: ['enrolments'], ru: ['зачислен*', 'записей на курс*', 'записи на курс*'] },
  { list: 'quizzes.list', en: ['tests'], ru: ['тест*'] },
  { list: 'quizAttempts.list', en: ['attempts'], ru: ['попыт*'] },
  { list: 'assignments.list', en: [], ru: ['задани*'] },
  {
    list: 'homework.list',
    en: ['homework', 'homeworks', 'answers to homework'],
    ru: ['домашн* работ*', 'домашн* задани*', 'домашк*', 'дз'],
  },
  { list: 'checkouts.list', en: ['carts', 'baskets'], ru: ['корзин*'] },
  { list: 'gifts.list', en: [], ru: ['подарк*', 'подарочн* сертификат*'] },
  { list: 'offers.list', en: ['tariffs'], ru: ['тариф*', 'предложени*'] },
  { list: 'orders.list', en: ['purchases'], ru: ['заказ*', 'покупк*', 'покупок'] },
  {
    list: 'payments.list',
    filters: { status: 'succeeded' },
    en: ['revenue', 'sales', 'income', 'earnings'],
    ru: ['выручк*', 'продаж*', 'доход*'],
  },
  { list: 'payments.list', en: [], ru: ['оплат*', 'платеж*'] },
  { list: 'refunds.list', en: [], ru: ['возврат*'] },
  { list: 'partners.list', en: [], ru: ['партнер*'] },
  { list: 'receipts.list', en: [], ru: ['чек*'] },
  { list: 'promoCodes.list', en: ['promocodes', 'coupons'], ru: ['промокод*', 'купон*'] },
  { list: 'subscriptions.list', en: [], ru: ['подписк*', 'подписок'] },
  { list: 'notes.list', en: [], ru: ['заметк*', 'заметок'] },
  { list: 'tasks.list', en: ['to-dos'], ru: ['задач*'] },
  { list: 'segments.list', en: [], ru: ['сегмент*'] },
  { list: 'messageTemplates.list', en: ['templates'], ru: ['шаблон*'] },
  { list: 'messages.list', en: ['e-mails', 'emails'], ru: ['сообщени*', 'пис*м*', 'письм*', 'писем'] },
  { list: 'webinars.list', en: [], ru: ['вебинар*'] },
  { list: 'webinarSessions.list', en: ['sessions of webinars'], ru: ['сеанс* вебинар*', 'запуск* вебинар*'] },
  { list: 'webinarRegistrations.list', en: ['registrations'], ru: ['регистраци*'] },
  { list: 'pages.list', en: [], ru: ['страниц*'] },
  { list: 'forms.list', en: [], ru: ['форм', 'формы', 'форма'] },
  { list: 'submissions.list', en: ['form submissions', 'leads'], ru: ['заявк*', 'заявок'] },
  { list: 'files.list', en: [], ru: ['файл*'] },
  { list: 'deliveries.list', en: ['deliveries', 'webhook deliveries'], ru: ['доставк*', 'доставок'] },
  { list: 'webhooks.list', en: [], ru: ['вебхук*'] },
]

/** States by other words than their value. */
export const states: Readonly<Record<string, Phrases>> = {
  waiting_payment: {
    en: ['unpaid', 'not paid', 'waiting for payment'],
    ru: ['неоплачен*', 'не оплачен*', 'ожидающ* оплат*', 'ждущ* оплат*'],
  },
  paid: { en: [], ru: ['оплачен*'] },
  canceled: { en: ['cancelled'], ru: ['отменен*'] },
  refunded: { en: [], ru: ['возвращен*'] },
  expired: { en: [], ru: ['истек*', 'просрочен*'] },
  active: { en: [], ru: ['активн*', 'действующ*'] },
  blocked: { en: [], ru: ['заблокирован*'] },
  deleted: { en: [], ru: ['удален*'] },
  frozen: { en: [], ru: ['заморожен*'] },
  revoked: { en: [], ru: ['отозван*'] },
  draft: { en: ['drafts'], ru: ['черновик*', 'неопубликован*'] },
  published: { en: [], ru: ['опубликован*'] },
  archived: { en: [], ru: ['архивн*', 'в архиве'] },
  succeeded: { en: ['successful'], ru: ['успешн*'] },
  failed: { en: ['unsuccessful'], ru: ['неудачн*', 'неуспешн*', 'упавш*'] },
  pending: { en: [], ru: ['ожидающ*'] },
  completed: { en: ['finished'], ru: ['завершен*', 'законченн*'] },
  submitted: {
    en: ['sent in', 'waiting for review', 'unreviewed'],
    ru: ['сданн*', 'отправленн*', 'непроверен*', 'на проверк*'],
  },
  in_review: { en: [], ru: ['проверяем*'] },
  returned: { en: [], ru: ['возвращенн*', 'на доработк*'] },
  accepted: { en: [], ru: ['принят*'] },
  abandoned: { en: [], ru: ['брошен*'] },
  open: { en: [], ru: ['открыт*'] },
  done: { en: [], ru: ['выполнен*', 'сделан*'] },
  past_due: { en: ['overdue'], ru: ['просрочен*'] },
  trialing: { en: ['trial'], ru: ['пробн*'] },
  paused: { en: [], ru: ['приостановлен*'] },
  delivered: { en: [], ru: ['доставлен*'] },
  sent: { en: [], ru: ['отправлен*'] },
  scheduled: { en: ['planned', 'upcoming'], ru: ['запланирован*', 'предстоящ*'] },
  live: { en: [], ru: ['идущ*'] },
  spam: { en: [], ru: ['спам*'] },
  redeemed: { en: [], ru: ['использован*'] },
}

/** Words that say nothing. */
export const fillers: Phrases = {
  en: [
    ...'a an the of in on at for to by are is was were do does did we i us our have has had there been be please me my'.split(
      ' ',
    ),
    ...'all any with from and than what were you can could would tell now currently school made got get so far in total'.split(
      ' ',
    ),
  ],
  ru: [
    ...'а в во на у за с со по и из к о об от до для мне нам наш* наша наши у нас есть было были был это этот пожалуйста'.split(
      ' ',
    ),
    ...'все всего всех школ* мы я ли сейчас нам так* что был* скажи* расскажи* чем'.split(' '),
  ],
}

/** Verbs of changes, by the last part of an operation's path, or its method where the path is that of the object. */
export const verbs: Readonly<Record<string, Phrases>> = {
  cancel: { en: ['cancel'], ru: ['отмени*'] },
  'mark-paid': { en: ['mark as paid', 'mark paid'], ru: ['отметь оплачен*', 'отметь как оплачен*'] },
  publish: { en: ['publish'], ru: ['опубликуй*'] },
  pause: { en: ['pause'], ru: ['приостанови*', 'поставь на паузу'] },
  resume: { en: ['resume'], ru: ['возобнови*'] },
  refund: { en: ['refund'], ru: ['верни деньги', 'сделай возврат', 'оформи возврат'] },
  freeze: { en: ['freeze'], ru: ['заморозь*'] },
  accept: { en: ['accept'], ru: ['прими*'] },
  retry: { en: ['retry'], ru: ['повтори*'] },
  DELETE: { en: ['delete', 'remove'], ru: ['удали*'] },
}

/** Verbs of changes that are not understood as a call; with one of them a question is no question. */
export const otherVerbs: Phrases = {
  en: [
    'create',
    'add',
    'change',
    'set',
    'send',
    'rename',
    'update',
    'make',
    'grant',
    'give',
    'block',
    'enroll',
    'invite',
    'write',
    'move',
    'export',
    'import',
    'archive',
  ],
  ru: [
    'создай*',
    'добавь*',
    'измени*',
    'поставь*',
    'отправь*',
    'переименуй*',
    'обнови*',
    'выдай*',
    'дай доступ',
    'заблокируй*',
    'зачисли*',
    'пригласи*',
    'напиши*',
    'перенеси*',
    'выгрузи*',
    'загрузи*',
    'архивируй*',
  ],
}
