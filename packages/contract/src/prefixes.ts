// The kinds of objects, by the prefix of their identifiers.

/** All prefixes and the resources they name. One table, so that no two resources share a prefix. */
export const prefixes = {
  evt: 'event',
  sch: 'school',
  usr: 'user',
  key: 'API key',
  fld: 'custom field',
  grp: 'group',
  idn: 'identity',
  tag: 'tag',
  acc: 'access',
  ses: 'session',
  cns: 'consent',
  crs: 'course',
  off: 'offer',
  ofi: 'offer item',
  ord: 'order',
  ori: 'order item',
  pay: 'payment',
  tax: 'tax rate',
  prm: 'promo code',
  whk: 'webhook subscription',
  dlv: 'webhook delivery',
  dat: 'delivery attempt',
  job: 'job',
  wbn: 'webinar',
  dom: 'domain',
  rdr: 'redirect',
  aud: 'audit record',
  req: 'request record',
} as const

export type Prefix = keyof typeof prefixes
