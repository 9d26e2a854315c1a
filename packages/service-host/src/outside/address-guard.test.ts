import {
  type AddressPolicy,
  BlockedAddressError,
  checkAddress,
  checkUrl,
  ResolveError,
  resolveChecked,
} from './address-guard.ts'
import type { Resolver } from './resolver.ts'

const production: AddressPolicy = { allowHttp: false, allowLoopback: false, allowPrivate: false }
const local: AddressPolicy = { allowHttp: true, allowLoopback: true, allowPrivate: false }
const onPremises: AddressPolicy = { allowHttp: false, allowLoopback: false, allowPrivate: true }

const problemOf = (url: string, policy = production) => {
  const check = checkUrl(url, policy)
  return check.ok ? null : check.problem
}
const rangeOf = (ip: string, policy = production) => {
  const check = checkAddress(ip, policy)
  return check.ok ? null : (check.range ?? check.problem)
}

describe('forbidden ranges, first and last address', () => {
  test.each([
    ['this_network', '0.0.0.0', '0.255.255.255'],
    ['private', '10.0.0.0', '10.255.255.255'],
    ['shared', '100.64.0.0', '100.127.255.255'],
    ['loopback', '127.0.0.0', '127.255.255.255'],
    ['link_local', '169.254.0.0', '169.254.255.255'],
    ['private', '172.16.0.0', '172.31.255.255'],
    ['protocol_assignments', '192.0.0.0', '192.0.0.255'],
    ['documentation', '192.0.2.0', '192.0.2.255'],
    ['6to4_relay', '192.88.99.0', '192.88.99.255'],
    ['private', '192.168.0.0', '192.168.255.255'],
    ['benchmarking', '198.18.0.0', '198.19.255.255'],
    ['documentation', '198.51.100.0', '198.51.100.255'],
    ['documentation', '203.0.113.0', '203.0.113.255'],
    ['multicast', '224.0.0.0', '239.255.255.255'],
    ['reserved', '240.0.0.0', '255.255.255.254'],
    ['broadcast', '255.255.255.255', '255.255.255.255'],
    ['metadata', '168.63.129.16', '168.63.129.16'],
    ['unspecified', '::', '::'],
    ['loopback', '::1', '::1'],
    ['ipv4_compatible', '::2', '::ffff:ffff'],
    ['ipv4_mapped', '::ffff:0.0.0.0', '::ffff:255.255.255.255'],
    ['siit', '::ffff:0:0.0.0.0', '::ffff:0:255.255.255.255'],
    ['nat64_local', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['discard', '100::', '100::ffff:ffff:ffff:ffff'],
    ['teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['protocol_assignments', '2001:2::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['segment_routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['unique_local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['link_local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['site_local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['not_global_unicast', '4000::', '5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['nat64', '64:ff9b::10.0.0.1', '64:ff9b::169.254.169.254'],
    ['isatap', '2a00:1450::5efe:10.0.0.1', '2a00:1450::200:5efe:127.0.0.1'],
  ])('%s %s – %s', (range, first, last) => {
    expect([rangeOf(first), rangeOf(last)]).toEqual([range, range])
  })

  test.each([
    '1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255',
    '169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0 192.88.98.255 192.88.100.0',
    '192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255',
    '203.0.114.0 223.255.255.255 8.8.8.8 168.63.129.15',
    '2000:: 2001:200:: 2001:db7:ffff:: 2001:db9:: 2003:: 2606:4700:4700::1111 3ffe:ffff:: 3fff:1000::',
    '64:ff9b::8.8.8.8 2a00:1450::5efe:8.8.8.8',
  ])('their public neighbours are allowed: %s', addresses => {
    for (const ip of addresses.split(' ')) expect([ip, rangeOf(ip)]).toEqual([ip, null])
  })

  test('an address must have its plain spelling', () => {
    for (const ip of ['127.1', '0177.0.0.1', '2130706433', '0x7f.0.0.1', '127.0.0.1.', 'example.com', '']) {
      expect([ip, rangeOf(ip)]).toEqual([ip, 'malformed'])
    }
    expect(rangeOf('fe80::1%eth0')).toBe('scope_id')
    expect(rangeOf('2606:4700::1%1')).toBe('scope_id')
  })
})

describe('addresses that the platform team may allow', () => {
  test.each<[string, AddressPolicy, string]>([
    ['loopback', local, '127.0.0.1 127.8.9.10 ::1'],
    ['private', onPremises, '10.0.0.1 172.16.0.1 192.168.1.1 fd12:3456::1'],
  ])('%s', (_name, policy, addresses) => {
    for (const ip of addresses.split(' ')) expect([ip, rangeOf(ip, policy)]).toEqual([ip, null])
  })

  test.each<[string, AddressPolicy, string]>([
    [
      'loopback',
      local,
      '10.0.0.1 192.168.1.1 0.0.0.0 :: ::ffff:127.0.0.1 64:ff9b::127.0.0.1 fd12::1 fe80::1',
    ],
    ['private', onPremises, '127.0.0.1 ::1 169.254.169.254 100.64.0.1 100.100.100.200 0.0.0.0 fe80::1'],
    ['private', onPremises, 'fd00:ec2::254 fd20:ce::254 ::ffff:10.0.0.1 64:ff9b::10.0.0.1 2002:a00:1::'],
  ])('%s and nothing else', (_name, policy, addresses) => {
    for (const ip of addresses.split(' ')) expect([ip, rangeOf(ip, policy)]).not.toEqual([ip, null])
  })

  test('http, localhost and ports', () => {
    // Its addresses are looked at when it is resolved.
    expect(problemOf('http://example.com/', local)).toBeNull()
    expect(problemOf('http://93.184.216.34/', local)).toBe('scheme')
    expect(problemOf('https://93.184.216.34/', local)).toBeNull()
    expect(problemOf('http://localhost:3000/hook', local)).toBeNull()
    expect(problemOf('http://[::1]:3000/hook', local)).toBeNull()
    expect(problemOf('http://app.localhost/hook', local)).toBe('own_name')
    expect(problemOf('http://printer/hook', local)).toBe('single_label')
    const ports = { ...production, ports: [443, 8443] }
    expect(problemOf('https://example.com:8443/', ports)).toBeNull()
    expect(problemOf('https://example.com/', ports)).toBeNull()
    expect(problemOf('https://example.com:22/', ports)).toBe('port')
    const names = { ...production, ownNames: ['corp.example'] }
    expect(problemOf('https://hook.corp.example/', names)).toBe('own_name')
    expect(problemOf('https://hook.notcorp.example/', names)).toBeNull()
  })
})

describe('URLs', () => {
  test.each([
    'https://example.com',
    'https://Hooks.Example.com:8443/a/b?c=d#e',
    'https://bücher.example/hook',
    'https://xn--bcher-kva.example/hook',
    'https://_dmarc.my-school.example/',
    'https://8.8.8.8/hook',
    'https://[2606:4700:4700:0:0:0:0:1111]/hook',
    `https://${'a'.repeat(63)}.example/`,
  ])('allowed: %s', url => {
    expect(problemOf(url)).toBeNull()
  })

  test('a literal address is returned as checked', () => {
    expect(checkUrl('https://[2606:4700::1]:444/', production)).toMatchObject({
      ok: true,
      literal: { address: '2606:4700::1', family: 6 },
    })
  })

  test.each([
    ['scheme', 'http://example.com/'],
    ['scheme', 'ftp://example.com/'],
    ['scheme', 'file://example.com/etc/passwd'],
    ['malformed', 'javascript:alert(1)'],
    ['malformed', ''],
    ['malformed', 'example.com'],
    ['malformed', 'https:example.com'],
    ['malformed', 'https:////example.com'],
    ['malformed', 'https:\\\\example.com'],
    ['malformed', 'https://example.com\\@127.0.0.1/'],
    ['malformed', ' https://example.com'],
    ['malformed', 'https://exa\tmple.com/'],
    ['malformed', 'https://example.com/\r\nHost: x'],
    ['malformed', 'https://a..example/'],
    ['malformed', 'https://-a.example/'],
    ['malformed', "https://a'b.example/"],
    ['malformed', 'https://256.256.256.256/'],
    ['malformed', 'https://[::1/'],
    ['userinfo', 'https://user:pass@example.com/'],
    ['userinfo', 'https://example.com@127.0.0.1/'],
    ['userinfo', 'https://@example.com/'],
    ['scope_id', 'https://[fe80::1%25eth0]/'],
    ['scope_id', 'https://[fe80::1%eth0]/'],
    ['trailing_dot', 'https://example.com./'],
    ['trailing_dot', 'https://127.0.0.1./'],
    ['trailing_dot', 'https://localhost./'],
    ['trailing_dot', 'https://example.com。/'],
    ['single_label', 'https://intranet/'],
    ['single_label', 'https://com/'],
    ['own_name', 'https://localhost/'],
    ['own_name', 'https://LOCALHOST/'],
    ['own_name', 'https://a.localhost/'],
    ['own_name', 'https://users.default.svc/'],
    ['own_name', 'https://users.default.svc.cluster.local/'],
    ['own_name', 'https://metadata.google.internal/'],
    ['own_name', 'https://printer.local/'],
    ['host_too_long', `https://${'a'.repeat(64)}.example/`],
    ['host_too_long', `https://${'a.'.repeat(130)}example/`],
    ['too_long', `https://example.com/${'a'.repeat(2048)}`],
    ['port', 'https://example.com:0/'],
    ['malformed', 'https://example.com:65536/'],
    ['odd_spelling', 'https://134744072/'],
    ['odd_spelling', 'https://8.8.2056/'],
    ['odd_spelling', 'https://010.8.8.8/'],
    ['odd_spelling', 'https://0x8.8.8.8/'],
    ['odd_spelling', 'https://８.8.8.8/'],
    ['odd_spelling', 'https://8。8。8。8/'],
    ['odd_spelling', 'https://%38.8.8.8/'],
    ['odd_spelling', 'https://ｅxample.com/'],
    ['odd_spelling', 'https://bücher．example/'],
    ['odd_spelling', 'https://exam\u00adple.com/'],
    ['odd_spelling', 'https://ex%61mple.com/'],
  ])('%s: %s', (problem, url) => {
    expect(problemOf(url)).toBe(problem)
  })

  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://017700000001/',
    'https://127.1/',
    'https://0177.0.0.0x1/',
    'https://１２７．０．０．１/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
    'https://0/',
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[2002:7f00:1::]/',
  ])('forbidden address: %s', url => {
    expect(problemOf(url)).toBe('forbidden_address')
  })
})

describe('resolveChecked', () => {
  const answering = (...answers: string[]): Resolver => ({ resolve: async () => answers })
  const failing = (code: string, alive?: boolean): Resolver => ({
    resolve: () => Promise.reject(Object.assign(new Error(code), { code })),
    ...(alive === undefined ? {} : { isAlive: async () => alive }),
  })
  const run = (resolver: Resolver, host = 'hook.example', policy = production) =>
    resolveChecked(host, { resolver, policy, timeoutMs: 20 })

  test('returns the checked addresses, IPv4 first', async () => {
    expect(await run(answering('2606:4700::1', '8.8.8.8'))).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ])
  })

  test('one forbidden address among public ones forbids all', async () => {
    const error = await run(answering('8.8.8.8', '10.0.0.1')).catch(error => error)
    expect(error).toBeInstanceOf(BlockedAddressError)
    expect(error).toMatchObject({ problem: 'forbidden_address', range: 'private' })
    await expect(run(answering('8.8.8.8', '::ffff:8.8.4.4'))).rejects.toBeInstanceOf(BlockedAddressError)
    await expect(run(answering('not an address'))).rejects.toBeInstanceOf(BlockedAddressError)
  })

  test('literals and localhost are checked without a look-up', async () => {
    const never = failing('ENOTCALLED')
    expect(await run(never, '8.8.8.8')).toEqual([{ address: '8.8.8.8', family: 4 }])
    await expect(run(never, '127.0.0.1')).rejects.toBeInstanceOf(BlockedAddressError)
    expect((await run(never, 'localhost', local)).map(({ address }) => address)).toEqual(['127.0.0.1', '::1'])
  })

  test.each<[string, Resolver, string, boolean]>([
    ['no such name', failing('ENOTFOUND'), 'ENOTFOUND', false],
    ['no addresses', answering(), 'ENODATA', false],
    ['the name’s own servers are dead', failing('ESERVFAIL', true), 'ESERVFAIL', false],
    ['our resolver is down', failing('ESERVFAIL', false), 'ESERVFAIL', true],
    ['a resolver that cannot tell', failing('ECONNREFUSED'), 'ECONNREFUSED', true],
    ['a resolver that hangs', { resolve: () => new Promise(() => {}) }, 'ETIMEOUT', true],
  ])('%s', async (_name, resolver, code, ours) => {
    const error = await run(resolver).catch(error => error)
    expect(error).toBeInstanceOf(ResolveError)
    expect(error).toMatchObject({ code, ours })
  })
})
