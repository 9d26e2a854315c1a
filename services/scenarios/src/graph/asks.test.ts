import { newId } from '@lms/contract'
import { answerAt, asksIn, asksOf, exitRules, ruleOfAsk } from './asks.ts'
import { listenedIn, pathsIn } from './graph.ts'
import { Graph } from './node.ts'

const [segment_id, course_id] = [newId('seg'), newId('crs')]
const tag = { tag: newId('tag') }
const minutes = 60
const paid = { by: 'event', type: 'order.paid', filter: [{ path: 'amount' }] }
const graph = Graph.parse({
  nodes: [
    { id: 'hand', kind: 'trigger', start: { by: 'hand' } },
    { id: 'paid', kind: 'trigger', start: paid },
    { id: 'members', kind: 'trigger', start: { by: 'segment', segment_id } },
    { id: 'date', kind: 'trigger', start: { by: 'date', at: '2026-12-24T09:00:00Z', segment_id } },
    { id: 'pause', kind: 'wait', until: { by: 'minutes', minutes } },
    { id: 'morning', kind: 'wait', until: { by: 'clock', time: '09:00' } },
    { id: 'again', kind: 'wait', until: { by: 'event', type: 'order.refunded', minutes } },
    { id: 'tagged', kind: 'wait', until: { by: 'rule', rule: tag, minutes } },
    { id: 'own', kind: 'wait', until: { by: 'date', of: { from: 'data', name: 'day' } } },
    { id: 'ends', kind: 'wait', until: { by: 'date', of: { from: 'access', course_id } } },
    { id: 'data', kind: 'condition', if: { by: 'data', test: { path: 'city' } } },
    { id: 'rule', kind: 'condition', if: { by: 'rule', rule: tag } },
    { id: 'out', kind: 'exit', on: { by: 'segment', segment_id } },
    { id: 'left', kind: 'exit', on: { by: 'event', type: 'user.deleted' } },
    { id: 'note', kind: 'note', text: 'x' },
  ],
})

test('each node asks what its kind says', () => {
  const asked = Object.fromEntries(graph.nodes.map(node => [node.id, asksOf(node).map(({ by }) => by)]))
  expect(asked).toEqual({
    ...{ hand: [], paid: ['event'], members: ['segment'], date: ['members'] },
    ...{ pause: [], morning: ['zone'], again: ['event'], tagged: ['rule'] },
    ...{ own: ['zone'], ends: ['date', 'zone'], data: [], rule: ['rule'] },
    ...{ out: ['segment'], left: ['event'], note: [] },
  })
})

test('what is heard, what is asked of crm and what a run waits for an answer to follow from it', () => {
  const entries = `segment:${segment_id}`
  expect(listenedIn(graph).sort()).toEqual(
    [
      ...['order.paid', 'order.refunded', 'user.deleted', 'exit:user.deleted'],
      ...[entries, `exit:${entries}`],
    ].sort(),
  )
  expect([...pathsIn(graph)]).toEqual(['amount'])
  expect(exitRules(graph)).toEqual([{ node: 'out', rule: { segment: segment_id } }])
  expect(asksIn(graph, 'members').map(({ ask }) => ruleOfAsk(ask))).toEqual([{ segment: segment_id }])
  expect(graph.nodes.filter(answerAt).map(({ id }) => id)).toEqual(['tagged', 'ends', 'rule'])
})
