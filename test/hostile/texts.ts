// Texts such as no honest person writes, for each of the readers of strangers' texts: one sign or phrase, again and again,
// a few of these behind each other, or anything.
import fc from 'fast-check'

/** Texts of at most so many characters, made of these pieces. */
export function textOf(pieces: readonly string[], most: number): fc.Arbitrary<string> {
  const piece = fc.constantFrom(...pieces)
  const share = fc.constantFrom(0.001, 0.01, 0.1, 0.5, 1)
  const repeated = fc
    .tuple(piece, share)
    .map(([one, part]) => one.repeat(Math.max(1, Math.floor((most * part) / one.length))))
  const mixed = fc.array(fc.tuple(piece, fc.constantFrom(1, 2, 7, 60)), { minLength: 1, maxLength: 12 })
  return fc
    .oneof(
      { weight: 2, arbitrary: repeated },
      { weight: 4, arbitrary: mixed.map(all => all.map(([one, times]) => one.repeat(times)).join('')) },
      { weight: 1, arbitrary: fc.tuple(repeated, repeated).map(both => both.join('')) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    )
    .map(text => text.slice(0, most))
}

export const words = [
  ...['1 ', '100 eur ', '200 usd ', 'me ', 'last 7 days ', 'orders ', 'why ', 'cancel ', 'october ', '2026 '],
  ...[
    'как ',
    'сколько ',
    'за неделю ',
    'a@b.c ',
    'ord_01h455vb4pex5vsknk084sn02q ',
    'not ',
    "can't ",
    '-',
    '№',
  ],
  ...['course Python ', 'tag VIP ', 'last webinar ', 'compare ', 'paid ', '\u202e', '\ud83d\ude00', '\ufdfa'],
]
export const tables = [
  ...[',', ';', '\t', '"', '""', '\n', '\r\n', 'email', 'email,minutes\n', 'ann@school.example,45\n', '|'],
  ...[
    '"email"',
    '\u0000',
    '\ufeff',
    '(',
    ')',
    '2026-03-15T14:00:00Z',
    '15.03.2026 14:01:33',
    '1h 2m 3s',
    '0',
  ],
  ...['Join Time,Leave Time,Email\n', '=cmd|', "'", 'ä', '\ud83d\ude00', ' '],
]
export const contents = [
  ...[
    '> ',
    '* ',
    '1. ',
    '#',
    '*',
    '_',
    '**',
    '`',
    '```\n',
    '[',
    '](',
    '![',
    '](x)',
    '|',
    '|-',
    '~~',
    '\\',
    '\n',
  ],
  ...[
    '{{',
    '}}',
    '{{ user.first_name }}',
    '{% for i in (1..9) %}',
    '{% endfor %}',
    '{% if a %}',
    '{% raw %}',
  ],
  ...[
    '{{ "a" | append: "b" }}',
    '<',
    '<b>',
    '</b>',
    '<div>',
    '<p>a',
    '<a href="x">',
    '&',
    '&amp;',
    '<!--',
    '-->',
  ],
  ...['<mjml>', '<mj-body>', '<mj-text>', '</mjml>', '<table><tr><td>', 'http://a.b ', 'www.a.b ', 'a@b.c '],
]
export const marks = [
  ...[
    '<a>',
    '</a>',
    '<a ',
    'b="c" ',
    "b='",
    '>',
    '/>',
    '&',
    '&amp;',
    '&#1;',
    '&x;',
    '<![CDATA[',
    ']]>',
    '<!--',
  ],
  ...[
    '<?xml version="1.0"?>',
    '<!DOCTYPE a [',
    '<!ENTITY b "c">',
    '<row>',
    '</row>',
    '<c t="s"><v>0</v></c>',
  ],
  ...[
    '<si>',
    '<t>x</t>',
    '</si>',
    '<sheetData>',
    '</sheetData>',
    '<item>',
    '<itemBody>',
    '<manifest>',
    '<x:a',
  ],
  ...[
    '<resource identifier="a" type="webcontent" href="b">',
    '<choiceInteraction>',
    '<organization>',
    'text',
  ],
]
export const json = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '"a":',
    '"',
    ',',
    ':',
    '1',
    'null',
    'true',
    '\\u0000',
    '\\',
    '"title":"x",',
    '-',
    'e9',
  ],
  ...['"blocks":[', '{"kind":"text","html":"<p>a</p>"},', '"questions":[', '"__proto__":{'],
]
