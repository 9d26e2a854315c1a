import { spamReason } from './form-visit.rules.ts'

test.each([
  [['https://Landing.example'], 'https://landing.example', null],
  [['https://курсы.example'], 'https://xn--j1amdg6b.example', null],
  [['https://landing.example:443'], 'https://landing.example', null],
  [['https://landing.example'], 'https://landing.example.evil.example', 'foreign_origin'],
  [['https://landing.example'], 'null', 'foreign_origin'],
  [[], 'https://landing.example', 'foreign_origin'],
])(
  'a form that allows %j, sent by a page of %s, is spam as %s',
  (allowed_origins, foreign_origin, reason) => {
    const sent = { elapsed_ms: null, foreign_origin, too_many: false }
    expect(spamReason({ allowed_origins }, '', sent)).toBe(reason)
  },
)
