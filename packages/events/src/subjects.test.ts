import {
  auditSubject,
  eventSubject,
  eventsOfType,
  everyAudit,
  everyInvalidation,
  everyRoom,
  everySpent,
  gatewaySubject,
  invalidationSubject,
  isAudit,
  notifySubject,
  requestRecordsSubject,
  roomSubject,
  spentSubject,
  streams,
  typeOfSubject,
} from './subjects.ts'

/** Whether a NATS pattern matches a subject: `*` is one token, `>` the rest. */
function takes(pattern: string, subject: string): boolean {
  const [words, tokens] = [pattern.split('.'), subject.split('.')]
  return (
    words.every((word, index) =>
      word === '>' ? tokens.length > index : word === '*' || word === tokens[index],
    ) &&
    (words.at(-1) === '>' || words.length === tokens.length)
  )
}

test('the subject of an event has its school, group and name', () => {
  expect(eventSubject('sch_1', 'order.paid')).toBe('events.sch_1.order.paid')
})

test.each([
  [eventSubject('sch_1', 'order.paid'), 'order.paid'],
  [auditSubject('sch_1', 'service'), null],
  [invalidationSubject('sch_1', 'site'), null],
])('the type of %s is %j', (subject, type) => {
  expect(typeOfSubject(subject)).toBe(type)
})

test.each([
  ['order.paid', 'order.paid', true],
  ['order.*', 'order.paid', true],
  ['order.*', 'payment.succeeded', false],
  ['order.paid', 'order.created', false],
])('a subscriber to %s gets %s: %s', (mask, type, heard) => {
  expect(takes(eventsOfType(mask), eventSubject('sch_1', type))).toBe(heard)
})

test('every subject is in one stream, and internal ones are in no journal', () => {
  const streamsOf = (subject: string) =>
    Object.values(streams)
      .filter(({ subjects }) => subjects.some(pattern => takes(pattern, subject)))
      .map(({ name }) => name)
  expect(streamsOf(eventSubject('sch_1', 'order.paid'))).toEqual(['EVENTS'])
  expect(streamsOf(auditSubject('sch_1', 'users'))).toEqual(['INTERNAL'])
  expect(streamsOf(invalidationSubject('sch_1', 'users'))).toEqual(['INTERNAL'])
  expect(streamsOf(requestRecordsSubject)).toEqual(['INTERNAL'])
})

test('a subscriber to all audit records gets no invalidations, and vice versa', () => {
  expect(takes(everyAudit, auditSubject('sch_1', 'users'))).toBe(true)
  expect(takes(everyAudit, invalidationSubject('sch_1', 'users'))).toBe(false)
  expect(takes(everyInvalidation, invalidationSubject('sch_1', 'users'))).toBe(true)
})

test.each([
  [notifySubject('users'), 'notify.users'],
  [gatewaySubject('rates'), 'gateway.rates'],
  [spentSubject('users'), 'spent.users'],
  [everySpent, 'spent.*'],
  [roomSubject('sch_1', 'wbs_1', 'webinars'), 'room.sch_1.wbs_1.webinars'],
  [everyRoom, 'room.*.*.*'],
])('no stream stores %s', (subject, expected) => {
  expect(subject).toBe(expected)
  const storedSubjects = Object.values(streams).flatMap(({ subjects }) => [...subjects])
  expect(storedSubjects.filter(pattern => takes(pattern, subject))).toEqual([])
})

test.each([
  [auditSubject('sch_1', 'users'), true],
  [invalidationSubject('sch_1', 'users'), false],
  [requestRecordsSubject, false],
  [`events.${auditSubject('sch_1', 'users')}`, false],
])('%s carries audit records: %s', (subject, expected) => {
  expect(isAudit(subject)).toBe(expected)
})
