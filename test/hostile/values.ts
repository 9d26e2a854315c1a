// JSON Schema as arbitraries: values that fit, and JSON texts that seldom fit anything.
import fc from 'fast-check'
import { resolve, type Schema } from './document.ts'

/**
 * Stands for an id that the system gave: `~ours.usr.3~`. Filled in when the request is sent, so that a run is the
 * same from the same seed although the ids never are. Every character of it means itself in a path and a query.
 */
export const validId = (prefix: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('ours', 'ours', 'ours', 'theirs', 'nobodys'), fc.nat(40))
    .map(([whose, number]) => `~${whose}.${prefix}.${number}~`)

const idPrefix = ({ pattern, examples }: Schema): string | undefined =>
  /^\^([a-z]{3})_/.exec(pattern ?? '')?.[1] ?? /^([a-z]{3})_[0-9a-z]{26}$/.exec(examples?.[0] ?? '')?.[1]

/** Values that fit a schema, as far as the schema says. */
export function fitting(input: Schema): fc.Arbitrary<unknown> {
  const schema = resolve(input)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map(fitting))
  switch (schema.type) {
    case 'object':
      return objectFitting(schema)
    case 'array': {
      const least = schema.minItems ?? 0
      const most = Math.min(schema.maxItems ?? least + 3, least + 3)
      return fc.array(fitting(schema.items ?? {}), { minLength: least, maxLength: most })
    }
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1e6, 0x7fffffff) })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true, min: schema.minimum, max: schema.maximum })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return textFitting(schema)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectFitting({ properties, required, additionalProperties, propertyNames }: Schema) {
  if (!properties && typeof additionalProperties === 'object')
    return fc.dictionary(textFitting(propertyNames ?? {}), fitting(additionalProperties), { maxKeys: 3 })
  const table = Object.entries((properties ?? {}) as Record<string, Schema>)
  const record = Object.fromEntries(table.map(([name, schema]) => [name, fitting(schema)]))
  return fc.record(record, { requiredKeys: required ?? [] })
}

const moments = ['2026-01-01T00:00:00Z', '2030-06-01T12:00:00.5+03:00', '1970-01-01T00:00:00-11:30']

const texts = new Map<string, fc.Arbitrary<string>>()
/** Many fields are alike, and an arbitrary of texts is dear to make. */
function textFitting(schema: Schema): fc.Arbitrary<string> {
  const { pattern, examples, format, minLength, maxLength } = schema
  const like = JSON.stringify({ pattern, examples, format, minLength, maxLength })
  const arbitrary = texts.get(like) ?? makeText(schema)
  texts.set(like, arbitrary)
  return arbitrary
}

function makeText(schema: Schema): fc.Arbitrary<string> {
  const prefix = idPrefix(schema)
  if (prefix) return validId(prefix)
  if (schema.format === 'date-time') return fc.constantFrom(...moments)
  if (schema.pattern) return fc.stringMatching(plainPattern(schema.pattern), { size: 'small' })
  const least = schema.minLength ?? 0
  const length = { minLength: least, maxLength: Math.min(schema.maxLength ?? 60, least + 60) }
  const foreign = fc.string({ ...length, maxLength: Math.max(least, length.maxLength / 2), unit: 'grapheme' })
  return fc.oneof(fc.string(length), foreign)
}

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels)

const numbers = ['-0', '1e400', '-1e400', '1e-400', '0.1', '9007199254740993', '9223372036854775808', '1e21']
// "All but" is drawn from the whole of Unicode, which takes seconds to prepare.
const plainPattern = (pattern: string) => new RegExp(pattern.replace(/\[\^(?:\\.|[^\]\\])+\]/g, '[a-z0-9]'))

const oddTexts = [
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u202e\\ufeff"',
  '"2026-02-30T00:00:00Z"',
  '"0000-01-01T00:00:00Z"',
  '"+275760-09-13T00:00:00Z"',
  '"9999-12-31T23:59:59.999-23:59"',
  '"1e400"',
  '"%00"',
  `"' or 1=1 --"`,
  '"http://[::1"',
  '"http://169.254.169.254/"',
  '"{{7*7}}"',
  '"*"',
  '".."',
]
const shapes = [
  'null',
  'true',
  '""',
  '[]',
  '{}',
  '{"__proto__":{"id":"x"}}',
  '{"constructor":{"prototype":{"id":"x"}}}',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3,"toJSON":4}',
  '{"then":{}}',
  '[null,[],{},"",0]',
]
const heavy = [
  JSON.stringify('x'.repeat(100_000)),
  '9'.repeat(400),
  `0.${'1'.repeat(10_000)}`,
  nested(10_000, '[', ']'),
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `[${'1,'.repeat(5000)}1]`,
  `[${'"*",'.repeat(5000)}"*"]`,
]

/** A value as JSON text, such as no honest client would write. */
export const oddJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...numbers) },
  { weight: 4, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 4, arbitrary: fc.constantFrom(...shapes) },
  { weight: 1, arbitrary: fc.constantFrom(...numbers, ...numbers, ...shapes, ...heavy) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('usr', 'off', 'whk')
      .chain(validId)
      .map(id => `"${id}"`),
  },
)

/** A whole body that is no JSON, or JSON of no object; bytes as Latin-1. */
export const oddBody: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '',
      ' \r\n',
      '{',
      '}',
      '{}{}',
      '{"a":}',
      '{"a":1,}',
      "{'a':1}",
      '{"a":NaN}',
      '{}/**/',
      '\u00ef\u00bb\u00bf{}',
      '\u00ff\u00fe{\u0000}\u0000',
      '\u0000',
      '{"name":"\u00ff\u00c0\u00ae\u00ed\u00a0\u0080"}',
      '\u001f\u008b\u0008\u0000\u0000\u0000\u0000\u0000',
      'a=b&c=d',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
      '{"__proto__":{"role":"owner"}}',
    ),
  },
  { weight: 2, arbitrary: oddJson },
  { weight: 2, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...shapes, nested(200_000, '[', ''), nested(200_000, '[', ']')),
  },
)
