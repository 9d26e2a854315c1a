// The words of amounts of money.

export const currencies: readonly { readonly code: string; readonly phrases: readonly string[] }[] = [
  { code: 'EUR', phrases: ['eur', 'euro', 'euros', 'евро'] },
  { code: 'USD', phrases: ['usd', 'dollar', 'dollars', 'bucks', 'доллар*', 'долл', 'баксов'] },
  { code: 'GBP', phrases: ['gbp', 'pound', 'pounds', 'фунт*'] },
  { code: 'RUB', phrases: ['rub', 'rubles', 'roubles', 'ruble', 'руб', 'рубл*', 'р'] },
  { code: 'KZT', phrases: ['kzt', 'tenge', 'тенге'] },
  { code: 'UAH', phrases: ['uah', 'hryvnia', 'гривен', 'гривн*'] },
  { code: 'BYN', phrases: ['byn'] },
  { code: 'CHF', phrases: ['chf', 'francs', 'франк*'] },
  { code: 'PLN', phrases: ['pln', 'zloty', 'злот*'] },
  { code: 'TRY', phrases: ['try', 'lira', 'лир'] },
  { code: 'JPY', phrases: ['jpy', 'yen', 'иен*', 'йен*'] },
]
export const thousands: readonly string[] = ['thousand', 'тыс', 'тысяч*']

/** Before an amount; the longest one counts. */
export const amountLimits: readonly {
  readonly limit: 'gt' | 'gte' | 'lt' | 'lte' | 'is'
  readonly phrases: readonly string[]
}[] = [
  {
    limit: 'gt',
    phrases: [
      ...['more than', 'of more than', 'for more than', 'worth more than', 'greater than', 'larger than'],
      ...['bigger than', 'higher than', 'over', 'above', 'exceeding', 'more expensive than', 'that exceed'],
      ...['дороже', 'дороже чем', 'больше', 'больше чем', 'больше чем на', 'больше чем за', 'свыше', 'более'],
      ...['более чем', 'более чем на', 'выше', 'превыша*', 'крупнее', 'на сумму больше', 'на сумму более'],
      ...[
        'на сумму свыше',
        'на сумму выше',
        'суммой больше',
        'суммой более',
        'суммой свыше',
        'с суммой больше',
      ],
      ...['с суммой выше', 'с суммой более'],
    ],
  },
  {
    limit: 'gte',
    phrases: [
      ...[
        'at least',
        'of at least',
        'for at least',
        'no less than',
        'not less than',
        'starting at',
        'starting from',
      ],
      ...[
        'from',
        'minimum',
        'от',
        'не меньше',
        'не менее',
        'не дешевле',
        'минимум',
        'на сумму от',
        'суммой от',
      ],
      ...['на сумму не меньше', 'на сумму не менее', 'с суммой от'],
    ],
  },
  {
    limit: 'lt',
    phrases: [
      ...[
        'less than',
        'of less than',
        'for less than',
        'cheaper than',
        'smaller than',
        'under',
        'below',
        'lower than',
      ],
      ...['дешевле', 'дешевле чем', 'меньше', 'меньше чем', 'меньше чем на', 'менее', 'менее чем', 'ниже'],
      ...['на сумму меньше', 'на сумму менее', 'суммой меньше', 'суммой менее', 'с суммой меньше'],
    ],
  },
  {
    limit: 'lte',
    phrases: [
      ...['at most', 'of at most', 'no more than', 'not more than', 'up to', 'maximum'],
      ...['до', 'не больше', 'не более', 'не дороже', 'максимум', 'на сумму до', 'суммой до', 'с суммой до'],
    ],
  },
  {
    limit: 'is',
    phrases: [
      'exactly',
      'for exactly',
      'for',
      'worth',
      'ровно',
      'на',
      'за',
      'по',
      'на сумму',
      'суммой',
      'с суммой',
      'ровно на',
    ],
  },
]

/** Behind an amount. */
export const amountEnds: readonly { readonly limit: 'gte' | 'lte'; readonly phrases: readonly string[] }[] = [
  {
    limit: 'gte',
    phrases: [
      'or more',
      'and more',
      'or above',
      'and above',
      'and up',
      'и больше',
      'и более',
      'и выше',
      'и дороже',
      'или больше',
      'или дороже',
    ],
  },
  {
    limit: 'lte',
    phrases: [
      'or less',
      'and less',
      'or below',
      'and below',
      'и меньше',
      'и менее',
      'и ниже',
      'и дешевле',
      'или меньше',
      'или дешевле',
    ],
  },
]

/** Around the two amounts of a range. */
export const amountRanges = {
  before: [
    'between',
    'from',
    'of',
    'worth between',
    'worth',
    'от',
    'между',
    'на сумму от',
    'суммой от',
    'с суммой от',
  ],
  between: ['and', 'to', 'up to', 'до', 'и', 'по'],
} as const
