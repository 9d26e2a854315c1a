// The demo school's people, offers and orders: always the same, so that examples can rely on them.

const firstNames = [
  'Ada',
  'Amara',
  'Anders',
  'Bruno',
  'Carmen',
  'Chen',
  'Clara',
  'Dmitri',
  'Elif',
  'Emil',
  'Fatima',
  'Felix',
  'Grace',
  'Hugo',
  'Ines',
  'Ivan',
  'Jonas',
  'Julia',
  'Kenji',
  'Lea',
  'Liam',
  'Lucia',
  'Maja',
  'Marco',
  'Mei',
  'Nadia',
  'Noah',
  'Olga',
  'Omar',
  'Paula',
  'Petra',
  'Rafael',
  'Rosa',
  'Samir',
  'Sofia',
  'Tariq',
  'Tomas',
  'Vera',
  'Yusuf',
  'Zoe',
]
const lastNames = [
  'Abadi',
  'Bauer',
  'Costa',
  'Dubois',
  'Ekberg',
  'Fischer',
  'Garcia',
  'Haddad',
  'Ito',
  'Jensen',
  'Kowalski',
  'Lindgren',
  'Moreau',
  'Novak',
  'Okafor',
  'Petrov',
  'Quinn',
  'Rossi',
  'Silva',
  'Tanaka',
  'Ueda',
  'Vogel',
  'Weber',
  'Yilmaz',
  'Zhou',
]
const regions = [
  { locale: 'en', time_zone: 'Europe/London' },
  { locale: 'de', time_zone: 'Europe/Berlin' },
  { locale: 'es', time_zone: 'Europe/Madrid' },
  { locale: 'pt-BR', time_zone: 'America/Sao_Paulo' },
  { locale: 'ja', time_zone: 'Asia/Tokyo' },
]
const staff = [
  'administrator',
  'manager',
  'manager',
  'curator',
  'curator',
  'curator',
  'curator',
  'curator',
] as const

/** Number of people. */
export const peopleCount = 120

export const demoField = {
  name: 'source',
  label: 'How they found us',
  type: 'choice' as const,
  options: ['newsletter', 'search'],
}

export const demoBirthday = { name: 'birthday', label: 'Birthday', type: 'date' as const }

/** A day of the year for each person; a third have told none. */
const birthdayOf = (index: number): Record<string, string> =>
  index % 3 === 2
    ? {}
    : {
        birthday: new Date(Date.UTC(1960 + (index % 45), 0, 1 + ((index * 37) % 365)))
          .toISOString()
          .slice(0, 10),
      }

export const demoPeople = Array.from({ length: peopleCount }, (_, index) => {
  const first_name = firstNames[index % firstNames.length]!
  // A step without a common factor with the list gives every pair once.
  const last_name = lastNames[(index * 7 + Math.floor(index / firstNames.length)) % lastNames.length]!
  return {
    first_name,
    last_name,
    email: `${first_name}.${last_name}@example.com`.toLowerCase(),
    phone: `+49151${String(20_000_000 + index * 7919)}`,
    role: staff[index] ?? ('student' as const),
    ...regions[index % regions.length]!,
    custom_fields: { source: index % 3 === 0 ? 'newsletter' : 'search', ...birthdayOf(index) },
  }
})

/** The flows that offers sell a place in. */
export const demoGroups = [
  'Watercolour for beginners',
  'Autumn flow with homework',
  'Drawing people',
  'Colour and light',
  'Trial lesson',
] as const

export const demoOffers = [
  offer('Watercolour for beginners', 4900, 'EUR', [groupItem('Watercolour for beginners')]),
  offer('Watercolour with a teacher', 14_900, 'EUR', [
    groupItem('Watercolour for beginners'),
    groupItem('Autumn flow with homework'),
  ]),
  offer('Drawing people', 7900, 'EUR', [groupItem('Drawing people')]),
  offer('Colour and light: live evening', 1900, 'EUR', [groupItem('Colour and light')]),
  offer('All courses for a year', 29_900, 'EUR', [
    groupItem('Watercolour for beginners'),
    groupItem('Drawing people'),
    groupItem('Colour and light'),
  ]),
  offer('Paper and brushes', 3500, 'EUR', [{ kind: 'other', name: 'A parcel with paper and brushes' }]),
  offer('Watercolour for beginners (US)', 5900, 'USD', [groupItem('Watercolour for beginners')]),
  offer('Free trial lesson', 0, 'EUR', [groupItem('Trial lesson')]),
  { ...offer('Oil painting (in preparation)', 8900, 'EUR', []), status: 'draft' as const },
]

/** `group` is the name of a group that exists. */
interface Item {
  kind: 'group' | 'other'
  name: string
  group?: (typeof demoGroups)[number]
}
function groupItem(group: (typeof demoGroups)[number]): Item {
  return { kind: 'group', name: `A place in “${group}”`, group }
}
function offer(name: string, amount: number, currency: string, items: Item[]) {
  return {
    name,
    description: `${name}, for everyone who likes to paint.`,
    amount,
    currency,
    status: 'active' as const,
    items,
  }
}

const inEuro = demoOffers.flatMap(({ currency, status }, index) =>
  currency === 'EUR' && status === 'active' ? [index] : [],
)
const inDollar = demoOffers.findIndex(({ currency }) => currency === 'USD')

/** Number of orders: six of ten paid, two canceled, two waiting for payment. */
export const orderCount = 150

/** Orders by the indexes of their people and offers in the lists above, and their final states. */
export const demoOrders = Array.from({ length: orderCount }, (_, index) => {
  const students = peopleCount - staff.length
  const first = index % 11 === 0 ? inDollar : inEuro[(index * 3) % inEuro.length]!
  const second = inEuro[(index * 3 + 2) % inEuro.length]!
  const withSecond = index % 4 === 0 && first !== inDollar
  // Nothing is due for a free offer: its order is paid when it is made.
  const free = !withSecond && demoOffers[first]!.amount === 0
  return {
    person: staff.length + ((index * 37) % students),
    items: [
      { offer: first, quantity: 1 },
      ...(withSecond ? [{ offer: second, quantity: 1 + (index % 3) }] : []),
    ],
    comment: index % 9 === 0 ? 'Please send the invoice to the company.' : '',
    end: free
      ? ('free' as const)
      : (
          [
            'paid',
            'paid',
            'waiting',
            'paid',
            'canceled',
            'paid',
            'waiting',
            'paid',
            'paid',
            'canceled',
          ] as const
        )[index % 10]!,
  }
})
