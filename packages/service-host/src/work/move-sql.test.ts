import { lifecycle } from '@lms/contract'
import { moveSql } from './move-sql.ts'

const tickets = lifecycle({
  open: { close: 'closed', toggle: 'held' },
  held: { close: 'closed', toggle: 'open' },
  closed: {},
})

test('a move in a statement sets the state that it leads to, where a row is in one that it leads from', () => {
  expect(moveSql(tickets, 'close')).toEqual({
    set: "status = 'closed'",
    where: "status in ('open', 'held')",
  })
  expect(moveSql(tickets, 'close', 't').where).toBe("t.status in ('open', 'held')")
})

test('a move that leads to several states is no part of one statement', () => {
  expect(() => moveSql(tickets, 'toggle')).toThrow('The move toggle leads to several states')
})
