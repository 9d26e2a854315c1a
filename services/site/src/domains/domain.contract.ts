import {
  atMost,
  C,
  deleted,
  filter,
  full,
  G,
  id,
  L,
  M,
  oneOf,
  refuse,
  resource,
  stamps,
  takes,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { domainLifecycle } from './domain.lifecycle.ts'
import {
  claimDays,
  lapseDays,
  longestClaim,
  longestHost,
  maxClaims,
  maxDomains,
  readHost,
} from './domain.rules.ts'

/** A host name in a body, with at most `most` characters; answers have it in lower case and punycode. */
export const hostName = (most = longestHost) =>
  text(255, 1)
    .refine(
      host => (readHost(host)?.length ?? Infinity) <= most,
      `must be a host name like school.example: no IP address, no wildcard, at most ${most} characters in ASCII`,
    )
    .overwrite(host => readHost(host) ?? host)
    .meta({ examples: ['school.example'] })

export const certificateProblems = [
  'no_address',
  'forbidden_address',
  'no_connection',
  'no_tls',
  'untrusted',
  'other_name',
  'not_yet_valid',
] as const

export const Certificate = z.object({
  status: oneOf(['none', 'valid', 'expiring', 'expired', 'invalid']).describe(
    'What visitors get at port 443 of the domain: no certificate, or not looked for yet; a valid one; one that ends soon, as if its renewal had failed; one that has ended; one that browsers refuse.',
  ),
  expires_at: timestamp().nullable().describe('When it ends.'),
  checked_at: timestamp().nullable().describe('When the system last looked.'),
  problem: oneOf(certificateProblems)
    .nullable()
    .describe(
      'Why there is none, or why browsers refuse it: the name has no address, or one inside a private network; nothing answers there, or does not speak TLS; the issuer is unknown; it is for other names; it is not valid yet.',
    ),
})
export type Certificate = z.infer<typeof Certificate>

export const Domain = z.object({
  id: id('dom'),
  host: takes(z.string(), hostName())
    .describe('Lower-case; an international name in its ASCII form (punycode).')
    .meta({ examples: ['school.example'] }),
  status: oneOf(domainLifecycle.states).describe(
    'The school answers at an active domain. A pending one waits for its proof: the DNS record in dns_record, or a confirmation by the platform team.',
  ),
  primary: z.boolean().describe('Whether links to the school use this domain.'),
  dns_record: z
    .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
    .nullable()
    .describe(
      'The record to set in the DNS of a pending domain, and to keep for one that it has proven: the system looks for it ever less often, then once a day. Null for a domain that the platform team has assigned.',
    ),
  address_records: z
    .array(z.object({ type: oneOf(['A', 'AAAA', 'CNAME']), name: z.string(), value: z.string() }))
    .max(10)
    .describe(
      'Where to point the domain: set these records in its DNS, too. A domain that cannot have a CNAME record, because it is the zone itself, needs an ALIAS or ANAME record instead. Empty where the platform has not named its address: ask the platform team.',
    ),
  checked_at: timestamp().nullable().describe('When the system last looked for the record.'),
  proven_at: timestamp()
    .nullable()
    .describe('When the record was last found. Null for a domain that needs none.'),
  problem: oneOf(['record_missing', 'record_different', 'no_answer'])
    .nullable()
    .describe(
      'What was found instead: no TXT record of that name, other records, or name servers that do not answer.',
    ),
  expires_at: timestamp()
    .nullable()
    .describe(`When a pending domain is dropped: ${claimDays} days after it was added.`),
  lapses_at: timestamp()
    .nullable()
    .describe(
      `When the proof of an active domain lapses: ${lapseDays} days after its record was first missing. Null while the record is there.`,
    ),
  lapsed_at: timestamp()
    .nullable()
    .describe(
      'When the proof lapsed. The domain still answers, but another school that proves it takes it over, unless it is the only active domain of this school.',
    ),
  certificate: Certificate,
  ...stamps,
})
export type Domain = z.infer<typeof Domain>

export const refusals = refuse({
  domain_taken: {
    status: 409,
    when: 'another school has the domain, or the nearest domain above it',
    message:
      'Another school has this domain, or the nearest domain above it. If it is yours, ask the platform team.',
  },
  domain_present: {
    status: 409,
    when: 'the school already has the domain, active or pending, and primary is false',
    message:
      'This school already has this domain: see GET /v1/domains?host=…. To make it the primary one, send it with "primary": true.',
  },
  domain_public: {
    status: 422,
    when: 'the name is a public suffix, below which anyone can register names',
    message:
      'This is a public suffix such as co.uk, which nobody owns. Add a name that is registered below it.',
  },
  claims_limit_reached: {
    status: 409,
    when: `${maxClaims} domains of the school are pending`,
    message: `At most ${maxClaims} domains may be pending. Prove or delete one first.`,
  },
  last_domain: {
    status: 409,
    when: 'the domain is the only active one of the school',
    message: 'This is the only active domain of the school. Add and prove another one first.',
  },
  domains_limit_reached: full(maxDomains, 'domains', 'Delete one first.'),
  domain_reserved: {
    status: 422,
    when: 'the name is not in public DNS, so only the platform team can assign it',
    message:
      'No DNS record can prove this name: it has no dot, or is under .alt, .arpa, .internal, .invalid, .local, .localhost, .onion or .test. Add a registered name, or ask the platform team.',
  },
})

export const domainRoom = atMost(maxDomains, refusals.domains_limit_reached)

export const domains = resource({
  list: L('GET /v1/domains', {
    summary: 'List the domains of the school',
    permission: 'domains:read',
    returns: Domain,
    list: {
      filters: {
        host: filter.text,
      },
      sorts: ['created_at', 'host'],
    },
  }),
  add: C('POST /v1/domains', {
    summary: 'Add a domain, which its DNS record then proves; or make one that is there the primary domain',
    permission: 'domains:write',
    body: z.strictObject({
      host: hostName(longestClaim),
      primary: z
        .boolean()
        .default(false)
        .describe(
          'Makes it the primary domain, as soon as it is active; also one that the school already has.',
        ),
    }),
    returns: Domain,
    refuses: [
      refusals.domain_taken,
      refusals.domain_present,
      refusals.domain_public,
      refusals.domain_reserved,
      refusals.claims_limit_reached,
    ],
    bound: domainRoom,
  }),
  get: G('GET /v1/domains/{id}', {
    summary: 'Get a domain, with the record that proves it',
    permission: 'domains:read',
    returns: Domain,
  }),
  delete: M('DELETE /v1/domains/{id}', {
    summary: 'Delete a domain; if it is primary, the oldest other one becomes primary',
    permission: 'domains:write',
    returns: deleted(id('dom')),
    refuses: [refusals.last_domain],
  }),
})
