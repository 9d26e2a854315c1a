import ipaddr from 'ipaddr.js'

/**
 * Addresses a delivery may never reach, by the IANA special-purpose registries (RFC 6890 and its updates).
 * ipaddr.js parses and matches; its own range names are not used, because they leave out some of these and
 * change between its versions.
 */
const IPV4: readonly [cidr: string, range: string][] = [
  ['168.63.129.16/32', 'metadata'], // Azure's platform channel: a public number that never leaves the host
  ['100.100.100.200/32', 'metadata'], // Alibaba Cloud
  ['0.0.0.0/8', 'this_network'], // RFC 791; Linux connects 0.0.0.0 to itself
  ['10.0.0.0/8', 'private'], // RFC 1918
  ['100.64.0.0/10', 'shared'], // RFC 6598, carrier-grade NAT
  ['127.0.0.0/8', 'loopback'], // RFC 1122
  ['169.254.0.0/16', 'link_local'], // RFC 3927; cloud metadata
  ['172.16.0.0/12', 'private'], // RFC 1918
  ['192.0.0.0/24', 'protocol_assignments'], // RFC 6890
  ['192.0.2.0/24', 'documentation'], // RFC 5737
  ['192.88.99.0/24', '6to4_relay'], // RFC 7526
  ['192.168.0.0/16', 'private'], // RFC 1918
  ['198.18.0.0/15', 'benchmarking'], // RFC 2544
  ['198.51.100.0/24', 'documentation'], // RFC 5737
  ['203.0.113.0/24', 'documentation'], // RFC 5737
  ['224.0.0.0/4', 'multicast'], // RFC 5771
  ['255.255.255.255/32', 'broadcast'], // RFC 919
  ['240.0.0.0/4', 'reserved'], // RFC 1112
]

/** More specific ranges come first. NAT64 and ISATAP are not listed: the embedded address decides. */
const IPV6: readonly [cidr: string, range: string][] = [
  ['fd00:ec2::254/128', 'metadata'], // AWS
  ['fd20:ce::254/128', 'metadata'], // Google Cloud
  ['fd00:c1::a9fe:a9fe/128', 'metadata'], // Oracle Cloud
  ['::/128', 'unspecified'], // RFC 4291
  ['::1/128', 'loopback'], // RFC 4291
  ['::/96', 'ipv4_compatible'], // RFC 4291, deprecated
  ['::ffff:0:0/96', 'ipv4_mapped'], // RFC 4291
  ['::ffff:0:0:0/96', 'siit'], // RFC 2765
  ['64:ff9b:1::/48', 'nat64_local'], // RFC 8215
  ['100::/64', 'discard'], // RFC 6666
  ['2001::/32', 'teredo'], // RFC 4380
  ['2001::/23', 'protocol_assignments'], // RFC 2928: benchmarking, ORCHID, DRIP and the like
  ['2001:db8::/32', 'documentation'], // RFC 3849
  ['2002::/16', '6to4'], // RFC 3056
  ['3fff::/20', 'documentation'], // RFC 9637
  ['5f00::/16', 'segment_routing'], // RFC 9602
  ['fc00::/7', 'unique_local'], // RFC 4193
  ['fe80::/10', 'link_local'], // RFC 4291
  ['fec0::/10', 'site_local'], // RFC 3879
  ['ff00::/8', 'multicast'], // RFC 4291
]

const parse = (table: readonly [string, string][]) =>
  table.map(([cidr, range]) => ({ network: ipaddr.parseCIDR(cidr), range }))

const FORBIDDEN_IPV4 = parse(IPV4)
const FORBIDDEN_IPV6 = parse(IPV6)
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96') // RFC 6052
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') // RFC 4291: all else is unassigned or special

const find = (address: ipaddr.IPv4 | ipaddr.IPv6, table: ReturnType<typeof parse>) =>
  table.find(({ network }) => address.match(network))?.range ?? null

const lastIpv4 = (address: ipaddr.IPv6) => new ipaddr.IPv4(address.toByteArray().slice(12))

/** RFC 5214: an interface identifier of 0000:5efe or 0200:5efe followed by an IPv4 address. */
const isIsatap = ({ parts }: ipaddr.IPv6) => (parts[4]! & ~0x0200) === 0 && parts[5] === 0x5efe

/**
 * The name of the forbidden range an address lies in, or `null` for an address of the public internet.
 *
 * @param ip an IPv4 address of four decimal parts or an IPv6 address without a zone
 */
export function forbiddenRange(ip: string): string | null {
  const address = ipaddr.parse(ip)
  if (address.kind() === 'ipv4') return find(address, FORBIDDEN_IPV4)
  const ipv6 = address as ipaddr.IPv6
  const range = find(ipv6, FORBIDDEN_IPV6)
  if (range) return range
  const nat64 = ipv6.match(NAT64)
  if (nat64 || isIsatap(ipv6)) {
    const embedded = find(lastIpv4(ipv6), FORBIDDEN_IPV4)
    if (embedded) return nat64 ? 'nat64' : 'isatap'
  }
  return nat64 || ipv6.match(GLOBAL_UNICAST) ? null : 'not_global_unicast'
}
