import { newId } from '@lms/contract'
import { matchContacts } from './user-matching.ts'

const [ann, bob, cid] = [newId('usr'), newId('usr'), newId('usr')]
const people = [
  { id: ann, email_key: 'ann@school.org', phone: '+4911' },
  { id: bob, email_key: 'bob@school.org', phone: '+4922' },
  { id: cid, email_key: null, phone: '+4922' },
]

test.each([
  [
    'the e-mail, whatever its case',
    { email: 'ANN@School.org' },
    { user_id: ann, by: 'email', candidates: [] },
  ],
  [
    'the e-mail before the phone',
    { email: 'bob@school.org', phone: '+4911' },
    { user_id: bob, by: 'email', candidates: [] },
  ],
  [
    'the phone where the e-mail is new',
    { email: 'new@school.org', phone: '+4911' },
    { user_id: ann, by: 'phone', candidates: [] },
  ],
  ['no phone that several share', { phone: '+4922' }, { user_id: null, by: null, candidates: [bob, cid] }],
  ['nobody by an unknown contact', { email: 'x@school.org' }, { user_id: null, by: null, candidates: [] }],
  ['nobody without a contact', { email: null, phone: null }, { user_id: null, by: null, candidates: [] }],
])('matches %s', (_, contact, match) => {
  expect(matchContacts([contact], people)).toEqual([match])
})

test('nobody is matched by a name', () => {
  const namesake = { first_name: 'Ann', last_name: 'Lee', email: 'other@school.org' }
  expect(matchContacts([namesake], people)).toEqual([{ user_id: null, by: null, candidates: [] }])
})

test('gives one match for each contact, in their order', () => {
  const contacts = [{ phone: '+4911' }, {}, { email: 'bob@school.org' }]
  expect(matchContacts(contacts, people).map(({ user_id }) => user_id)).toEqual([ann, null, bob])
})
