// The people that `q` finds.
import type { Caller } from '@lms/contract'
import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import fc from 'fast-check'
import { textsByWords } from '../../../migrations/032-search-by-words.ts'
import { usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'
import { searchText } from './user-search.ts'

interface PersonInput {
  first_name?: string
  last_name?: string
  email?: string
  phone?: string
}

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService] })
})
afterAll(() => system.stop())

const api = (caller: Caller) => system.client('users', usersContract.resources, caller)
let personCount = 0
// Counted: random letters would sometimes contain a search term.
const create = (caller: Caller, person: PersonInput) =>
  api(caller).users.create({ body: { ...person, email: person.email ?? `person-${++personCount}@mail.org` } })
/** First names of the people that `q` finds, in their order. */
async function searchNames(caller: Caller, q: string, query: Record<string, string> = {}) {
  const { data } = await api(caller).users.list({ query: { sort: 'first_name', ...query, q } })
  return data.map(({ first_name }) => first_name)
}

/** Many people past the API: the given row of the school, with other ids and `searchText`. */
const copies = ({ school }: Caller, count: number, text: string) =>
  asOwner(system.ownerUrl, client =>
    client.query(
      `insert into users.users select school_id, 'usr_' || lpad(n::text, 26, '0'), null, null, null, first_name, n::text,
         ${text}, 'student', 'en', 'UTC', 'active', '{}', 1, created_at - n * interval '1 second', updated_at
       from users.users, generate_series(1, ${count}) n where school_id = $1`,
      [school],
    ),
  )

/** All people that `q` finds, over all pages. */
async function countOf(caller: Caller, q: string): Promise<number> {
  let seen = 0
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { q, limit: 1000, fields: 'id', ...(cursor ? { cursor } : {}) }
    const page = await api(caller).users.list({ query })
    seen += page.data.length
    cursor = page.next_cursor
  }
  return seen
}

test.each([
  ['the beginning of a word, whatever its case', 'ÄNN'],
  ['a composed letter', 'A\u0308nne'],
  ['a part of a name', 'marie'],
  ['the name as written', "o'le"],
  ['the local part', 'ann.lee'],
  ['a part of the e-mail', 'school.org'],
  ['a phone', '+49 (171) 123-45-67'],
  ['a phone as dialed in the country', '0171 12345'],
  ['a phone as dialed from elsewhere', '0049171'],
  ['two words in any order', 'lee änne-m'],
  ['one letter', 'ä'],
  ['the inside of a word', 'arie'],
  ['the inside of an e-mail', '@school'],
  ['the inside of a phone', '2345'],
  ['the inside of two words', 'arie chool'],
])('%s finds her and nobody else', async (_, q) => {
  const caller = system.caller()
  const ann = {
    first_name: 'Änne-Marie',
    last_name: "O'Lee",
    email: 'Ann.Lee@School.org',
    phone: '+491711234567',
  }
  await create(caller, ann)
  await create(caller, { first_name: 'Bob', phone: '+498819999' })
  await create(system.caller(), { ...ann, first_name: 'Foreign' })
  expect(await searchNames(caller, q)).toEqual(['Änne-Marie'])
})

test('if a word begins with the term, the insides of others are not searched', async () => {
  const caller = system.caller()
  for (const first_name of ['Joanna', 'Hanna']) await create(caller, { first_name })
  expect(await searchNames(caller, 'anna')).toEqual(['Hanna', 'Joanna'])
  const anna = await create(caller, { first_name: 'Anna' })
  expect(await searchNames(caller, 'anna')).toEqual(['Anna'])
  expect(await searchNames(caller, 'nobody')).toEqual([])
  // A hidden person's word is nobody's.
  await api(caller).users.delete({ path: { id: anna.id } })
  expect(await searchNames(caller, 'anna')).toEqual(['Hanna', 'Joanna'])
  expect(await searchNames(caller, 'anna', { status: 'deleted' })).toEqual(['Anna'])
})

test('all words must match', async () => {
  const caller = system.caller()
  await create(caller, { first_name: 'Ann', last_name: 'Lee' })
  await create(caller, { first_name: 'Ann', last_name: 'Bell' })
  await create(caller, { first_name: 'Leo', last_name: 'Lee' })
  expect(await searchNames(caller, 'ann le')).toEqual(['Ann'])
  expect(await searchNames(caller, 'ann leo')).toEqual([])
})

test('q combines with filters, order and pages', async () => {
  const caller = system.caller()
  const { users } = api(caller)
  for (const first_name of ['Anna', 'Hanna', 'Joanna', 'Bob'])
    await create(caller, { first_name, last_name: 'Lee', email: `${first_name}@school.org` })
  await users.create({ body: { email: 'leo@school.org', first_name: 'Susanna', role: 'curator' } })
  const query = { q: 'le school', role: 'student', sort: '-first_name', limit: 3 }
  const first = await users.list({ query })
  expect(first.data.map(({ first_name }) => first_name)).toEqual(['Joanna', 'Hanna', 'Bob'])
  const second = await users.list({ query: { ...query, cursor: first.next_cursor! } })
  expect(second.data.map(({ first_name }) => first_name)).toEqual(['Anna'])
  expect(second.next_cursor).toBeNull()
})

test.each([
  ['words', 'common', 'common 2500'],
  ['texts inside', 'ommo', 'ommo 2500'],
])('%s that very many people have walk the list', async (_, many, few) => {
  const caller = system.caller()
  await create(caller, { first_name: 'Common' })
  await copies(caller, 2500, `' common ' || n`)
  expect(await countOf(caller, many)).toBe(2501)
  expect(await countOf(caller, few)).toBe(1)
})

test('a caller who sees few people searches only these', async () => {
  const caller = system.caller()
  const ann = await create(caller, { first_name: 'Joanna' })
  const curator: Caller = { ...caller, role: 'curator', user: ann.id }
  const student: Caller = { ...caller, role: 'student', user: ann.id }
  for (const _ of [1, 2]) {
    expect(await searchNames(student, 'anna')).toEqual(['Joanna'])
    expect(await searchNames(curator, 'anna')).toEqual(['Joanna'])
    await create(caller, { first_name: 'Anna' })
  }
})

test('an erased person is not found', async () => {
  const caller = system.caller()
  const ann = await create(caller, { first_name: 'Annabel', phone: '+491711234567' })
  await api(caller).persons.anonymize({ path: { id: ann.id } })
  for (const q of ['annabel', 'nnabel', '0171123'])
    for (const status of ['active', 'blocked', 'deleted'])
      expect(await searchNames(caller, q, { status })).toEqual([])
})

/** Texts with a meaning in patterns, queries, SQL and arrays, and with letters that case folding changes. */
const nasty = fc
  .array(fc.constantFrom(...'\'\\"%_&|!():*<->{},$1;\u0001\u00a0\u2028 aAßİΣſﬁ😀é-.@+49'), {
    minLength: 1,
    maxLength: 12,
  })
  .map(signs => signs.join(''))
  .filter(text => text.trim() !== '')

test('every character is taken literally', async () => {
  const caller = system.caller()
  await create(system.caller(), { first_name: 'Foreign', last_name: 'a b' })
  await fc.assert(
    fc.asyncProperty(nasty, async name => {
      const { id } = await create(caller, { first_name: name })
      const { data } = await api(caller).users.list({ query: { q: name, limit: 1000 } })
      const digits = name.replace(/\D/g, '')
      // A term like a phone number is searched by its digits, which a name with punctuation does not contain.
      if (digits.length < 5) expect(data.map(person => person.id)).toContain(id)
      expect(data.map(({ first_name }) => first_name)).not.toContain('Foreign')
    }),
    { numRuns: 60 },
  )
})

test('texts of the earlier form are converted to the present one', async () => {
  const { school } = system.caller()
  const names = fc.record({
    first_name: nasty,
    last_name: fc.constantFrom(
      '',
      "O'Neil-Lee",
      'van  der\tBerg',
      '+491711234567',
      '--a--b',
      '\ufeffx\u1680y',
      '«É»',
    ),
    email: fc.constantFrom(null, 'Ann.Lee+x@School.org', `${'a.'.repeat(120)}b@x.org`),
    phone: fc.constantFrom(null, '+14155552671', '+3531234567', '+79161234567', '+491711234567'),
  })
  const people = fc.sample(names, 200)
  const folded = (text: string) => text.normalize('NFKC').toLowerCase()
  const before = people.map(({ first_name, last_name, email, phone }) =>
    [first_name, last_name, email, phone]
      .filter(Boolean)
      .map(text => ` ${folded(text!)}`)
      .join(''),
  )
  const after = await asOwner(system.ownerUrl, async client => {
    await client.query(
      `insert into users.users (school_id, id, first_name, last_name, search_text, role, locale, time_zone, status,
         custom_fields, version, created_at, updated_at)
       select $1, lpad(n::text, 5, '0'), '', '', old, 'student', 'en', 'UTC', 'active', '{}', 1, now(), now()
       from unnest($2::text[]) with ordinality o(old, n)`,
      [school, before],
    )
    await client.query(textsByWords)
    const { rows } = await client.query(
      'select search_text from users.users where school_id = $1 order by id',
      [school],
    )
    return rows.map(({ search_text }) => search_text)
  })
  expect(after).toEqual(people.map(searchText))
})
