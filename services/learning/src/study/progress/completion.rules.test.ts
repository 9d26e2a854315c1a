import { isComplete, share, viewedPercent } from './completion.rules.ts'

const done = { viewed_percent: 0, marked_at: null, quiz_passed_at: null, homework_accepted_at: null }
const at = '2026-11-23T09:30:00.000+00:00'
const rule = (match: 'all' | 'any', ...conditions: ('viewed' | 'marked' | 'quiz' | 'homework')[]) => ({
  match,
  conditions,
  viewed_percent: 80,
})

test.each([
  ['marked', rule('all', 'marked'), { marked_at: at }, true],
  ['not marked', rule('all', 'marked'), { quiz_passed_at: at }, false],
  ['viewed enough', rule('all', 'viewed'), { viewed_percent: 80 }, true],
  ['viewed too little', rule('all', 'viewed'), { viewed_percent: 79 }, false],
  ['one of all', rule('all', 'quiz', 'homework'), { quiz_passed_at: at }, false],
  ['all', rule('all', 'quiz', 'homework'), { quiz_passed_at: at, homework_accepted_at: at }, true],
  ['one of any', rule('any', 'quiz', 'homework'), { homework_accepted_at: at }, true],
  ['none of any', rule('any', 'quiz', 'homework'), { marked_at: at }, false],
] as const)('a lesson: %s', (_, completion, changes, complete) => {
  expect(isComplete(completion, { ...done, ...changes })).toBe(complete)
})

test.each([
  [
    'of seconds, if a block has a length',
    [
      { length: 100, watched: [[0, 50]] },
      { length: null, watched: [] },
    ],
    50,
  ],
  [
    'of several films',
    [
      { length: 100, watched: [[0, 100]] },
      { length: 300, watched: null },
    ],
    25,
  ],
  [
    'of blocks without a length',
    [
      { length: null, watched: [] },
      { length: null, watched: null },
    ],
    50,
  ],
  ['of no blocks', [], 0],
  ['more than the length', [{ length: 10, watched: [[0, 20]] }], 100],
  ['almost all', [{ length: 1000, watched: [[0, 999]] }], 99],
] as const)('the viewed share %s', (_, blocks, percent) => {
  expect(viewedPercent(blocks)).toBe(percent)
})

test('a percentage is whole, and 100 only for all', () => {
  expect([share(0, 3), share(1, 3), share(2, 3), share(3, 3), share(0, 0)]).toEqual([0, 33, 66, 100, 0])
})
