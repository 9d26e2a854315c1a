import { lifecycle } from './lifecycle.ts'
import { type Moves, movesToward, stateAfter } from './moves.ts'
import { Refused, refuse } from './refusal.ts'

const { closed } = refuse({ closed: { status: 409, when: 'it is closed', message: 'Open another.' } })
const ticket = {
  of: lifecycle({ open: { close: 'closed', hold: 'held' }, held: { resume: 'open' }, closed: {} }),
  emits: { close: null, hold: null, resume: null },
  refuses: { closed },
} satisfies Moves<'open' | 'held' | 'closed', 'close' | 'hold' | 'resume'>

const thrown = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return error instanceof Refused ? error.refusal.reason : (error as Error).message
  }
  return null
}

test('moves are made one after the other', () => {
  expect(stateAfter(ticket, 'held', ['resume', 'close'])).toBe('closed')
  expect(stateAfter(ticket, 'held', [])).toBe('held')
})

test('an illegal move is refused by the state in its way', () => {
  expect(thrown(() => stateAfter(ticket, 'open', ['close', 'hold']))).toBe('closed')
  expect(thrown(() => stateAfter(ticket, 'held', ['close']))).toBe(
    'There is no move close from held: declare the refusal of held in `refuses`.',
  )
})

test('a requested state is reached by the one move that leads there', () => {
  expect(movesToward(ticket, 'held', 'open')).toEqual(['resume'])
  expect(movesToward(ticket, 'held', 'held')).toEqual([])
  expect(movesToward(ticket, 'held', undefined)).toEqual([])
  expect(thrown(() => movesToward(ticket, 'held', 'closed'))).toBe(
    'No move leads from held to closed: declare the refusal of held in `refuses`.',
  )
  expect(thrown(() => movesToward(ticket, 'closed', 'open'))).toBe('closed')
})
