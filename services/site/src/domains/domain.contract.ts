import { C, deleted, filter, G, id, L, M, refuse, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { readHost } from './domain.rules.ts'

/** A host name in a body; it comes back lower-case and in punycode. */
export const hostName = () =>
  text(255, 1)
    .refine(
      host => readHost(host) !== null,
      'must be a host name like school.example: no address, no wildcard, at most 253 characters',
    )
    .overwrite(host => readHost(host) ?? host)
    .meta({ examples: ['school.example'] })

export const Domain = z.object({
  id: id('dom'),
  host: z.string().describe('Lower-case; an international name in its ASCII form (punycode).'),
  primary: z.boolean().describe('The domain that links to the school are made with.'),
  version: z.int(),
  created_at: timestamp(),
  updated_at: timestamp(),
})
export type Domain = z.infer<typeof Domain>

export const refusals = refuse({
  domain_taken: {
    status: 409,
    when: 'the domain is in use already',
    message: 'This domain is in use already. If it is yours, ask the platform team.',
  },
  last_domain: {
    status: 409,
    when: 'the domain is the only one of the school',
    message: 'This is the only domain of the school. Add another one first.',
  },
  domains_full: {
    status: 409,
    when: 'the school has 100 domains',
    message: 'A school has at most 100 domains. Delete one first.',
  },
  domain_reserved: {
    status: 422,
    when: 'the name is a local one, which only the platform team gives out',
    message: 'Names without a dot and under .localhost are given out by the platform team alone.',
  },
})

export const domains = resource({
  list: L('GET /v1/domains', {
    summary: 'List domains of the school',
    permission: 'domains:read',
    returns: Domain,
    list: {
      filters: {
        host: filter.text,
        primary: filter.boolean,
        created_at: filter.time,
        updated_at: filter.time,
      },
      sorts: ['created_at', 'host'],
    },
  }),
  add: C('POST /v1/domains', {
    summary: 'Add a domain; the school answers there at once',
    permission: 'domains:write',
    body: z.strictObject({
      host: hostName(),
      primary: z.boolean().default(false).describe('Makes it the primary one in place of the present one.'),
    }),
    returns: Domain,
    refuses: [refusals.domain_taken, refusals.domains_full, refusals.domain_reserved],
  }),
  get: G('GET /v1/domains/{id}', {
    summary: 'Get a domain',
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
