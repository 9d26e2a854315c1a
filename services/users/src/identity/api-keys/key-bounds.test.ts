import { BlockList, isIPv4 } from 'node:net'
import fc from 'fast-check'
import { type Bounds, boundsOf, checkBounds, contains, unbounded } from './key-bounds.ts'

const soon = '2026-11-21T10:00:00.000+00:00'
const later = '2026-11-22T10:00:00.000+00:00'
const issuer: Bounds = { expires_at: soon, allowed_networks: ['10.0.0.0/8', '2001:db8::/32'] }
const outlives = expect.objectContaining({
  refusal: expect.objectContaining({ reason: 'key_outlives_issuer' }),
})
const beyondNetworks = expect.objectContaining({
  refusal: expect.objectContaining({ reason: 'key_networks_beyond_issuer' }),
})

test('absent bounds are those of the issuer', () => {
  expect(boundsOf({}, issuer)).toEqual(issuer)
  expect(boundsOf({}, unbounded)).toEqual(unbounded)
  expect(boundsOf({ expires_at: null, allowed_networks: null }, unbounded)).toEqual(unbounded)
})

test.each([
  ['the same', issuer, null],
  ['an earlier end', { ...issuer, expires_at: '2026-11-21T09:59:59.999+00:00' }, null],
  ['a later end', { ...issuer, expires_at: later }, outlives],
  ['no end', { ...issuer, expires_at: null }, outlives],
  ['a part of a network', { ...issuer, allowed_networks: ['10.1.2.3', '2001:db8:1::/48'] }, null],
  ['everywhere', { ...issuer, allowed_networks: null }, beyondNetworks],
  ['one network beyond', { ...issuer, allowed_networks: ['10.1.0.0/16', '11.0.0.0/8'] }, beyondNetworks],
  ['a network around', { ...issuer, allowed_networks: ['10.0.0.0/7'] }, beyondNetworks],
])('%s', (_, key, refused) => {
  const check = () => checkBounds(key, issuer)
  if (refused) expect(check).toThrow(refused)
  else expect(check).not.toThrow()
})

test('an issuer without bounds can give any', () => {
  expect(() => checkBounds({ expires_at: null, allowed_networks: null }, unbounded)).not.toThrow()
  expect(() => checkBounds(issuer, unbounded)).not.toThrow()
})

const matches = (network: string, address: string) => {
  const [base, bits] = network.split('/') as [string, string]
  const list = new BlockList()
  list.addSubnet(base, Number(bits), isIPv4(base) ? 'ipv4' : 'ipv6')
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

test.each([
  ['IPv4', fc.ipV4(), 32],
  ['IPv6', fc.ipV6(), 128],
])('a network of %s that contains another contains all of its addresses', (_, ip, most) => {
  const width = fc.integer({ min: 0, max: most })
  fc.assert(
    fc.property(ip, width, width, ip, (base, one, other, address) => {
      const [wider, network] = [`${base}/${Math.min(one, other)}`, `${base}/${Math.max(one, other)}`]
      expect(contains(wider, network)).toBe(true)
      if (one !== other) expect(contains(network, wider)).toBe(false)
      if (matches(network, address)) expect(matches(wider, address)).toBe(true)
      expect(contains(wider, address)).toBe(matches(wider, address))
    }),
  )
})

test('a network of one family contains none of the other', () => {
  expect(contains('::/0', '10.0.0.0/8')).toBe(false)
  expect(contains('0.0.0.0/0', '::1')).toBe(false)
})
