import { z } from 'zod'
import { deleted } from './field-types.ts'
import { id } from './ids.ts'
import { deletes, idPlaces, reference, textsAt } from './references.ts'

const grp = 'grp_01h455vb4pex5vsknk084sn02q'

const body = z.strictObject({
  user_id: id('usr'),
  order_id: reference(['ord'], { except: ['canceled'] }).nullish(),
  parts: z.array(z.strictObject({ what: reference(['crs', 'grp']), name: z.string() })).max(3),
})

test('every id of a body is found, with the kind that it references', () => {
  expect(idPlaces(body)).toEqual([
    { fieldPath: ['user_id'], prefix: 'usr', reference: null },
    { fieldPath: ['order_id'], prefix: null, reference: { to: ['ord'], except: ['canceled'] } },
    { fieldPath: ['parts', '[]', 'what'], prefix: null, reference: { to: ['crs', 'grp'], except: [] } },
  ])
})

test('the values at a place are found in every item; none if there is no such place', () => {
  const fieldPath = ['parts', '[]', 'what']
  expect(textsAt({ parts: [{ what: 'a' }, {}, { what: 'b' }] }, fieldPath)).toEqual([
    { path: 'body.parts.0.what', text: 'a' },
    { path: 'body.parts.2.what', text: 'b' },
  ])
  for (const other of [undefined, {}, { parts: null }, { parts: 'text' }, { parts: [null] }])
    expect(textsAt(other, fieldPath)).toEqual([])
})

test('a reference accepts only ids of its kinds', () => {
  const schema = reference(['crs', 'grp'])
  expect(schema.safeParse(grp).success).toBe(true)
  for (const other of [`usr${grp.slice(3)}`, `${grp}0`, `x${grp}`, ''])
    expect(schema.safeParse(other).success).toBe(false)
})

test.each([
  ['DELETE', '/v1/groups/{id}', deleted(id('grp')), { kind: 'grp', parameter: 'id' }],
  ['DELETE', '/v1/offers/{id}/prices/{priceId}', deleted(id('prc')), { kind: 'prc', parameter: 'priceId' }],
  ['POST', '/v1/groups/{id}', deleted(id('grp')), null],
  ['DELETE', '/v1/groups/{id}/members', deleted(id('grp')), null],
  ['DELETE', '/v1/groups/{id}/members/{userId}', z.object({ id: id('grp') }), null],
  ['DELETE', '/v1/tags/{id}', deleted(id('tag')), { kind: 'tag', parameter: 'id' }],
  ['DELETE', '/v1/custom-fields/{id}', deleted(id('fld')), null],
  ['DELETE', '/v1/things/{id}', z.string(), null],
] as const)('%s %s deletes objects that others may reference', (method, path, returns, expected) => {
  expect(deletes({ method, path, returns })).toEqual(expected)
})
