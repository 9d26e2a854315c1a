import { type Caller, newId } from '@lms/contract'
import { refusals as orderRefusals } from './basket.contract.ts'
import { buyerOf } from './buyer.ts'

const ann = newId('usr')
const bob = newId('usr')
const caller = (fields: Partial<Caller>): Caller => ({
  school: newId('sch'),
  key: newId('key'),
  kind: 'integration',
  role: 'owner',
  user: null,
  onBehalf: false,
  rights: [['*']],
  ...fields,
})

test.each([
  ['a page names nobody', { kind: 'publishable' }, null, null],
  ['a student buys for themselves', { role: 'student', user: ann }, null, ann],
  ['a student may say so', { role: 'student', user: ann }, ann, ann],
  ['staff name anybody', { role: 'manager', user: ann }, bob, bob],
  ['staff need not name anybody', {}, null, null],
] as const)('%s', (_, by, sentUserId, buyer) => expect(buyerOf(sentUserId, caller(by))).toBe(buyer))

test.each([
  ['a page that names somebody', { kind: 'publishable' }],
  ['a page that names the person of its key', { kind: 'publishable', user: ann }],
  ['a student who names another', { role: 'student', user: bob }],
] as const)('%s is refused', (_, by) =>
  expect(() => buyerOf(ann, caller(by))).toThrow(orderRefusals.user_unknown.message),
)
