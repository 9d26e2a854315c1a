// The words of questions that the contracts do not have: synonyms in English, and all words in Russian. `*` stands for
// any ending. A word that may turn the meaning (not, before, without, only) is in none of these.

export type Language = 'en' | 'ru'
export type Phrases = Readonly<Record<Language, readonly string[]>>

export const intents = {
  count: {
    en: ['how many', 'number of', 'count of', 'count', 'what number of'],
    ru: ['сколько', 'количеств*', 'число', 'посчитай*'],
  },
  sum: {
    en: ['total amount of', 'total of', 'sum of', 'how much', 'sum', 'total'],
    ru: ['на какую сумму', 'на сколько', 'сумм*', 'итог*'],
  },
  average: { en: ['average', 'mean', 'on average'], ru: ['средн*', 'в среднем'] },
  newest: {
    en: ['latest', 'newest', 'most recent', 'recent', 'last'],
    ru: ['последн*', 'недавн*', 'самые новые', 'новейш*', 'свежи*'],
  },
  largest: {
    en: ['largest', 'biggest', 'highest', 'most expensive', 'top'],
    ru: [
      'крупнейш*',
      'самы* крупн*',
      'самы* больш*',
      'самы* дорог*',
      'крупны*',
      'дороги*',
      'топ',
      'наибольш*',
    ],
  },
  compare: {
    en: ['compare', 'compared to', 'compared with', 'versus', 'vs'],
    ru: ['сравни*', 'по сравнению', 'как изменил*'],
  },
  find: {
    en: [
      ...['find', 'search for', 'look up', 'called', 'named'],
      ...['phone number of', 'phone of', 'e-mail of', 'email of', 'address of', 'contact of', 'contacts of'],
    ],
    ru: [
      ...['найди*', 'найти', 'поищи*', 'кто так*', 'по фамилии', 'по имени'],
      ...['телефон у', 'телефон', 'почта у', 'почта', 'адрес у', 'контакт* у', 'контакты'],
    ],
  },
  why: {
    en: ['why', 'what happened to', 'what happened with', 'what is wrong with'],
    ru: ['почему', 'что случилось с', 'что с', 'что со'],
  },
  health: {
    en: [
      'is everything ok',
      'is everything all right',
      'is everything working',
      'does everything work',
      'is the system ok',
      'is the system working',
      'is anything broken',
      'health',
      'are there problems',
      'are there any problems',
      'any problems',
    ],
    ru: [
      'все ли в порядке',
      'все в порядке',
      'все ли работает',
      'все работает',
      'система работает',
      'работает ли система',
      'что нибудь сломалось',
      'что-нибудь сломалось',
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
    en: [
      ...['show me', 'show', 'list', 'give me', 'which', 'what are', 'display', 'see', 'view', 'pull up'],
      ...[
        'e-mails of',
        'emails of',
        'phone numbers of',
        'phones of',
        'names of',
        'contacts of',
        'addresses of',
      ],
      ...['are there', 'is there', 'let me see', 'i need', 'i want', 'want to see', 'do i have'],
    ],
    ru: [
      ...['покажи*', 'показать', 'список', 'выведи*', 'перечисли*', 'как*', 'дай список', 'дай', 'есть ли'],
      ...[
        'хочу увидеть',
        'хочу посмотреть',
        'нужен список',
        'нужны',
        'посмотреть',
        'имеются ли',
        'имейлы',
        'почты',
      ],
      ...['телефоны', 'имена', 'контакты', 'адреса почты', 'открой'],
    ],
  },
} as const satisfies Record<string, Phrases>
export type Intent = keyof typeof intents

/** Words that ask for a ranking: `the most`, `the best`; and `each`, which shows all of it. */
export const superlatives: Phrases = {
  en: [
    ...['the most often', 'most often', 'the most', 'most', 'the best', 'best', 'top', 'biggest', 'largest'],
    ...['most valuable', 'highest-value', 'highest', 'popular', 'each', 'per', 'every'],
  ],
  ru: [
    ...[
      'больше всего',
      'больше всех',
      'чаще всего',
      'лучше всего',
      'лучше всех',
      'лучш*',
      'топ',
      'крупнейш*',
    ],
    ...['самы* ценн*', 'самы* крупн*', 'самы* больш*', 'самы* популярн*', 'популярн*', 'кажд*', 'наибольш*'],
  ],
}

/** `More orders this week than last week?`: both words, and two periods. */
export const moreThan: readonly (readonly [Phrases, Phrases])[] = [
  [
    { en: ['more', 'fewer', 'less'], ru: ['больше', 'меньше'] },
    { en: ['than'], ru: ['чем'] },
  ],
]

/** Verbs by which something comes about: the time is then that of its making. */
export const making: Phrases = {
  en: 'came in,come in,came,come,arrived,made,left,placed,created,received,receive,uploaded,bought,taken,give,gave,given,sold'.split(
    ',',
  ),
  ru: 'пришл*,поступил*,оставил*,сделал*,создал*,создан*,появил*,загрузил*,загружен*,купил*,продан*,выдавал*'.split(
    ',',
  ),
}

/** Before the address or name of a person these say nothing. */
export const personNouns: Phrases = {
  en: ['student', 'user', 'customer', 'client', 'person'],
  ru: ['ученик*', 'учениц*', 'студент*', 'пользовател*', 'клиент*', 'покупател*'],
}
export const who: Phrases = {
  en: ['who', 'whose', 'whom', 'everyone', 'everybody'],
  ru: ['кто', 'кого', 'кому', 'всех', 'чьи'],
}

/** `new students this week`; without a period the newest ones. */
export const fresh: Phrases = { en: ['new'], ru: ['нов*'] }

/** Words that say nothing. */
export const fillers: Phrases = {
  en: [
    ...'a an the of in on at for to by are is was were do does did we i us our have has had there been be please me my'.split(
      ' ',
    ),
    ...'all any with from and what were you can could would tell now currently school get got so far in total right'.split(
      ' ',
    ),
    ...'us details still yet already it its that this who whose how person about moment use using'.split(' '),
  ],
  ru: [
    ...'а в во на у за с со и из к о об от для мне меня мои моих мой моя нам наш* наша наши у нас есть было были был была это этот эти'.split(
      ' ',
    ),
    ...'все всего всех школ* мы я ли сейчас нам так* что бы скажи* расскажи* пожалуйста кто кого еще уже же'.split(
      ' ',
    ),
    ...'до сих пор,через,котор*,подробност*,общ*,по,про,раз,самых,самый,самая,чей,чья,чьи'.split(','),
  ],
}

/** `how many of last week's orders were cancelled`: the number of those in a set that a state is true of. */
export const ofSets: Phrases = {
  en: ['how many of', 'how much of', 'what number of', 'number of those of'],
  ru: ['сколько из', 'сколько среди', 'какое количество из'],
}

/** Beside `who` these say nothing. */
export const ownWords: Phrases = {
  en: ['their', 'them', 'they', 'his', 'her', 'its', 'own'],
  ru: ['его', 'ее', 'их', 'свой', 'свои', 'свое', 'своего', 'свою', 'своих', 'своей'],
}

/** What people do with what is theirs; beside the name of a person these say nothing. */
export const having: Phrases = {
  en: [
    ...[
      'get',
      'gets',
      'got',
      'receive',
      'received',
      'have',
      'own',
      'owns',
      'left',
      'leave',
      'made',
      'make',
      'wrote',
    ],
    ...[
      'write',
      'written',
      'submit',
      'submitted',
      'sent in',
      'hand in',
      'handed in',
      'placed',
      'place',
      'given',
      'us',
    ],
    ...['belong to', 'belonging to', 'by', 'under', 'issued to', 'so far', 'ever', 'earned'],
  ],
  ru: [
    ...[
      'получил*',
      'имеет',
      'имеются',
      'взял*',
      'оставил*',
      'оставлял*',
      'написал*',
      'сдал*',
      'сдавал*',
      'сделал*',
    ],
    ...['прислал*', 'оформил*', 'совершил*', 'принадлеж*', 'выдан*', 'выдавал*', 'есть', 'нам', 'когда-либо'],
  ],
}

/** Beside an amount these say nothing. */
export const ofAmounts: Phrases = {
  en: ['cost', 'costs', 'costing', 'priced', 'price', 'amount', 'worth', 'that are'],
  ru: ['стоят', 'стоит', 'стоящ*', 'стоимост*', 'ценой', 'цена', 'сумм*', 'суммой', 'которые'],
}

/** What is shown of people anyway: `the e-mails of the people in the group`. */
export const contacts: Phrases = {
  en: [
    ...[
      'e-mails of',
      'emails of',
      'e-mail addresses of',
      'email addresses of',
      'phone numbers of',
      'phones of',
    ],
    ...['names of', 'contacts of', 'addresses of'],
  ],
  ru: [
    'имейлы',
    'емейлы',
    'почты',
    'почту',
    'телефоны',
    'телефон*',
    'имена',
    'адреса почты',
    'контакты',
    'e-mail',
    'email',
  ],
}

/** With these a question goes on from the one before. */
export const continuing: Phrases = {
  en: [
    'and what about',
    'what about',
    'and how about',
    'how about',
    'and for',
    'and in',
    'and',
    'same for',
    'the same for',
    'only',
  ],
  ru: [
    'а что насчет',
    'что насчет',
    'а как насчет',
    'а если',
    'а за',
    'а в',
    'а',
    'и',
    'то же',
    'то же самое',
    'только',
  ],
}

/** The answer to two choices. */
export const choiceWords: readonly (readonly string[])[] = [
  [
    '1',
    'first',
    'the first',
    'the first one',
    'первое',
    'первый',
    'первая',
    'первую',
    'option 1',
    'вариант 1',
  ],
  [
    '2',
    'second',
    'the second',
    'the second one',
    'второе',
    'второй',
    'вторая',
    'вторую',
    'option 2',
    'вариант 2',
  ],
]
