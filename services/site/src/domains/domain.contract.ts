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
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { domainLifecycle } from './domain.lifecycle.ts'
import { claimDays, longestClaim, longestHost, mostClaims, mostDomains, readHost } from './domain.rules.ts'

/** A host name in a body, in `most` characters; it comes back lower-case and in punycode. */
export const hostName = (most = longestHost) =>
  text(255, 1)
    .refine(
      host => (readHost(host)?.length ?? Infinity) <= most,
      `must be a host name like school.example: no address, no wildcard, at most ${most} characters in ASCII`,
    )
    .overwrite(host => readHost(host) ?? host)
    .meta({ examples: ['school.example'] })

export const Domain = z.object({
  id: id('dom'),
  host: z
    .string()
    .describe('Lower-case; an international name in its ASCII form (punycode).')
    .meta({ examples: ['school.example'] }),
  status: oneOf(domainLifecycle.states).describe(
    'The school answers at an active domain. A pending one waits for its proof: the DNS record in dns_record, or the platform team’s word.',
  ),
  primary: z.boolean().describe('The domain that links to the school are made with.'),
  dns_record: z
    .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
    .nullable()
    .describe(
      'Of a pending domain: the record to set in its DNS. It is looked for by itself, ever less often.',
    ),
  checked_at: timestamp().nullable().describe('When the record was looked for last.'),
  problem: oneOf(['record_missing', 'record_different', 'no_answer'])
    .nullable()
    .describe(
      'What was found instead: no TXT record of that name, others, or name servers that do not answer.',
    ),
  expires_at: timestamp()
    .nullable()
    .describe(`When a pending domain is given up: ${claimDays} days after it was added.`),
  ...stamps,
})
export type Domain = z.infer<typeof Domain>

export const refusals = refuse({
  domain_taken: {
    status: 409,
    when: 'the domain is another school’s, or the nearest one above it that is anybody’s is',
    message:
      'Another school answers at this domain or at the nearest one above it. If it is yours, ask the platform team.',
  },
  domain_present: {
    status: 409,
    when: 'the school has the domain already, or waits for its proof',
    message: 'This school has this domain already: GET /v1/domains?host=… shows it.',
  },
  domain_public: {
    status: 422,
    when: 'the name is a public suffix, below which anybody registers names',
    message:
      'This is a public suffix such as co.uk, nobody’s own domain. Add one that is registered below it.',
  },
  claims_full: {
    status: 409,
    when: `${mostClaims} domains of the school wait for their proof`,
    message: `At most ${mostClaims} domains may wait for their proof. Prove or delete one first.`,
  },
  last_domain: {
    status: 409,
    when: 'the domain is the only active one of the school',
    message: 'This is the only domain that the school answers at. Add and prove another one first.',
  },
  domains_full: full(mostDomains, 'domains', 'Delete one first.'),
  domain_reserved: {
    status: 422,
    when: 'the name is one that no public DNS answers for, which only the platform team gives out',
    message:
      'No DNS record can prove this name: it has no dot, or is under .alt, .arpa, .internal, .invalid, .local, .localhost, .onion or .test. Add a registered one, or ask the platform team for it.',
  },
})

export const domainRoom = atMost(mostDomains, refusals.domains_full)

export const domains = resource({
  list: L('GET /v1/domains', {
    summary: 'List domains of the school',
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
    summary: 'Add a domain; the school answers there once its DNS record proves it',
    permission: 'domains:write',
    body: z.strictObject({
      host: hostName(longestClaim),
      primary: z
        .boolean()
        .default(false)
        .describe('Makes it the primary one in place of the present one, once it is active.'),
    }),
    returns: Domain,
    refuses: [
      refusals.domain_taken,
      refusals.domain_present,
      refusals.domain_public,
      refusals.domain_reserved,
      refusals.claims_full,
    ],
    bound: domainRoom,
  }),
  get: G('GET /v1/domains/{id}', {
    summary: 'Get a domain, with the record that proves it',
    permission: 'domains:read',
    returns: Domain,
  }),
  remove: M('DELETE /v1/domains/{id}', {
    summary: 'Delete a domain; of a primary one the oldest other takes the place',
    permission: 'domains:write',
    returns: deleted(id('dom')),
    refuses: [refusals.last_domain],
  }),
})
