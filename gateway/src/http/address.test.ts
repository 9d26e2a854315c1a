import type { IncomingMessage } from 'node:http'
import { BlockList } from 'node:net'
import { addNetwork, isWithin } from '../cache/networks.ts'
import { Addresses, networkOf, readHostHeader } from './address.ts'

const request = (remoteAddress: string, headers: Record<string, string>) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage
const behind = new Addresses(['10.0.0.0/8', 'fd00::/8', '192.0.2.7'])

test.each([
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '1.2.3.4, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
  ['10.0.0.1', '10.1.1.1', '10.1.1.1'],
  ['10.0.0.1', 'nonsense', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1, nonsense', '10.0.0.1'],
  ['10.0.0.1', '', '10.0.0.1'],
  ['fd00::1', '2001:db8::5', '2001:db8::5'],
  ['192.0.2.7', '198.51.100.1', '198.51.100.1'],
  ['192.0.2.8', '198.51.100.1', '192.0.2.8'],
  ['10.0.0.1', '198.51.100.1:51234', '198.51.100.1'],
  ['10.0.0.1', '198.51.100.1:51234, 10.9.9.9:80', '198.51.100.1'],
  ['10.0.0.1', '[2001:db8::5]:51234', '2001:db8::5'],
  ['10.0.0.1', '[2001:db8::5]', '2001:db8::5'],
  ['10.0.0.1', '198.51.100.1:port', '10.0.0.1'],
])('from %s with X-Forwarded-For %j the client is %s', (socket, forwarded, client) => {
  expect(behind.clientOf(request(socket, { 'x-forwarded-for': forwarded }))).toBe(client)
})

test('without configured proxies no forwarded header is used', () => {
  const open = new Addresses([])
  const claim = request('127.0.0.1', {
    host: 'a.example',
    'x-forwarded-for': '1.2.3.4',
    'x-forwarded-host': 'b.example',
  })
  expect(open.clientOf(claim)).toBe('127.0.0.1')
  expect(readHostHeader(open.authorityOf(claim))).toBe('a.example')
})

test('a configured proxy names the host', () => {
  const headers = { host: 'inner:80', 'x-forwarded-host': 'evil.example, School.Example:443' }
  expect(readHostHeader(behind.authorityOf(request('10.0.0.1', headers)))).toBe('school.example')
  expect(readHostHeader(behind.authorityOf(request('203.0.113.9', headers)))).toBe('inner')
})

test.each([
  ['School.Example', 'school.example'],
  ['school.example.:8080', 'school.example'],
  ['localhost:80', 'localhost'],
  ['', null],
  [undefined, null],
  ['a'.repeat(256), null],
])('the Host header %j names %j', (header, host) => {
  expect(readHostHeader(header)).toBe(host)
})

test('a network is a range or one address, and anything else is refused', () => {
  const list = new BlockList()
  for (const text of ['10.0.0.0/8', '2001:db8::/32', '192.0.2.1']) addNetwork(list, text)
  expect(['10.2.3.4', '2001:db8::1', '192.0.2.1'].every(address => isWithin(list, address))).toBe(true)
  expect(['11.0.0.1', '2001:db9::1', '192.0.2.2', 'x', ''].some(address => isWithin(list, address))).toBe(
    false,
  )
  expect(() => addNetwork(list, 'everywhere')).toThrow('write it like')
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
  ['no:address', 'no:address'],
])('%s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
