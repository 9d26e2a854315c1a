import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { type AddressPolicy, checkAddress, checkUrl } from './address-guard.ts'

const production: AddressPolicy = { allowHttp: false, allowLoopback: false, allowPrivate: false }

/** Written out apart from the guard's own table, as numbers. */
const FORBIDDEN_IPV4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
const toNumber = (ip: string) => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const toIp = (n: number) => [24, 16, 8, 0].map(shift => Math.floor(n / 2 ** shift) % 256).join('.')
const isForbidden = (n: number) =>
  n === toNumber('168.63.129.16') ||
  FORBIDDEN_IPV4.some(([base, bits]) => {
    const size = 2 ** (32 - bits)
    return n >= toNumber(base) && n < toNumber(base) + size
  })

const forbiddenIpv4 = fc
  .tuple(fc.constantFrom(...FORBIDDEN_IPV4), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))
  .map(([[base, bits], at]) => toNumber(base) + Math.floor(at * 2 ** (32 - bits)))
const publicIpv4 = fc.integer({ min: 0, max: 2 ** 32 - 1 }).filter(n => !isForbidden(n))

const FULL_WIDTH = '０１２３４５６７８９'
const part = (n: number, form: 'decimal' | 'octal' | 'hex') =>
  form === 'decimal' ? String(n) : form === 'octal' ? `0${n.toString(8)}` : `0x${n.toString(16)}`

/** Every way inet_aton and WHATWG URL read an IPv4 address: 1 to 4 parts, three bases, two alphabets. */
const spelling = fc.record({
  parts: fc.integer({ min: 1, max: 4 }),
  forms: fc.array(fc.constantFrom('decimal', 'octal', 'hex'), { minLength: 4, maxLength: 4 }),
  fullWidth: fc.boolean(),
  percent: fc.boolean(),
  dot: fc.constantFrom('.', '.', '。', '．', '｡'),
  upper: fc.boolean(),
})
type Spelling = typeof spelling extends fc.Arbitrary<infer T> ? T : never

function spell(n: number, { parts, forms, fullWidth, percent, dot, upper }: Spelling): string {
  const heads = Array.from({ length: parts - 1 }, (_, i) => Math.floor(n / 2 ** (24 - 8 * i)) % 256)
  const tail = n % 2 ** (32 - 8 * (parts - 1))
  let text = [...heads, tail].map((value, i) => part(value, forms[i] as 'decimal')).join(dot)
  if (upper) text = text.toUpperCase()
  if (fullWidth) text = text.replace(/\d/g, digit => FULL_WIDTH[Number(digit)]!)
  if (percent) text = text.replace(/^[0-9]/, digit => `%${digit.charCodeAt(0).toString(16)}`)
  return text
}

const group = (value: number) => value.toString(16)
const embedded = (n: number): string[] => {
  const hex = `${group(Math.floor(n / 65536))}:${group(n % 65536)}`
  const quad = toIp(n)
  return [hex, quad].flatMap(tail => [
    `::${tail}`,
    `::ffff:${tail}`,
    `0:0:0:0:0:FFFF:${tail}`,
    `::ffff:0:${tail}`,
    `64:ff9b::${tail}`,
    `64:ff9b:1::${tail}`,
    `2a00:1450:4001:0:0:5efe:${tail}`,
    `2a00:1450:4001:0:200:5efe:${tail}`,
    `2002:${hex}::`,
    `2001:0:1:2:3:4:${hex}`,
  ])
}

test('any spelling of a forbidden IPv4 address is refused', () => {
  fc.assert(
    fc.property(forbiddenIpv4, spelling, (n, how) => !checkUrl(`https://${spell(n, how)}/`, production).ok),
    { numRuns: 2000 },
  )
})

test('a forbidden IPv4 address inside any IPv6 form is refused', () => {
  fc.assert(
    fc.property(forbiddenIpv4, n => {
      for (const ip of embedded(n)) {
        expect([ip, checkAddress(ip, production).ok]).toEqual([ip, false])
        expect([ip, checkUrl(`https://[${ip}]/`, production).ok]).toEqual([ip, false])
      }
    }),
  )
})

test('no public IPv4 address is refused in its plain spelling, and none is accepted in another', () => {
  fc.assert(
    fc.property(publicIpv4, spelling, (n, how) => {
      const plain = toIp(n)
      expect(checkAddress(plain, production)).toMatchObject({ ok: true, address: plain })
      expect(checkUrl(`https://${plain}/`, production).ok).toBe(true)
      const other = spell(n, how)
      expect([other, checkUrl(`https://${other}/`, production).ok]).toEqual([other, other === plain])
    }),
    { numRuns: 2000 },
  )
})

test('no public IPv6 address is refused, in any spelling', () => {
  const groups = fc
    .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
    .map(parts => [0x2400 + (parts[0]! % 0x1000), ...parts.slice(1)])
    .filter(parts => parts[5] !== 0x5efe)
  fc.assert(
    fc.property(groups, parts => {
      const address = new ipaddr.IPv6(parts)
      const texts = [address.toString(), address.toNormalizedString(), address.toString().toUpperCase()]
      for (const text of texts) expect(checkUrl(`https://[${text}]/`, production).ok).toBe(true)
    }),
  )
})
