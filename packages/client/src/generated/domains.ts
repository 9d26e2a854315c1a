// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedDomain {
  /** The id of the domain. */
  id: string
  /** Always true: the domain was deleted. */
  deleted: true
}

export interface Domain {
  /** The id of the domain. */
  id: string
  /** Lower-case; an international name in its ASCII form (punycode). */
  host: string
  /** The school answers at an active domain. A pending one waits for its proof: the DNS record in dns_record, or a confirmation by the platform team. */
  status: 'pending' | 'active'
  /** Whether links to the school use this domain. */
  primary: boolean
  /** The record to set in the DNS of a pending domain, and to keep for one that it has proven: the system looks for it ever less often, then once a day. Null for a domain that the platform team has assigned. */
  dns_record: {
    /** Always `TXT`: it tells this form from the others. */
    type: 'TXT'
    /** The name of the record. */
    name: string
    /** The value that the record must have. */
    value: string
  } | null
  /** Where to point the domain: set these records in its DNS, too. A domain that cannot have a CNAME record, because it is the zone itself, needs an ALIAS or ANAME record instead. Empty where the platform has not named its address: ask the platform team. */
  address_records: ({
    /** The type of the record. */
    type: 'A' | 'AAAA' | 'CNAME'
    /** The name of the record. */
    name: string
    /** The value that the record must have. */
    value: string
  })[]
  /** When the system last looked for the record. */
  checked_at: string | null
  /** When the record was last found. Null for a domain that needs none. */
  proven_at: string | null
  /** What was found instead: no TXT record of that name, other records, or name servers that do not answer. */
  problem: 'record_missing' | 'record_different' | 'no_answer' | null
  /** When a pending domain is dropped: 7 days after it was added. */
  expires_at: string | null
  /** When the proof of an active domain lapses: 7 days after its record was first missing. Null while the record is there. */
  lapses_at: string | null
  /** When the proof lapsed. The domain still answers, but another school that proves it takes it over, unless it is the only active domain of this school. */
  lapsed_at: string | null
  /** The certificate for HTTPS, which is fetched by itself. */
  certificate: {
    /** What visitors get at port 443 of the domain: no certificate, or not looked for yet; a valid one; one that ends soon, as if its renewal had failed; one that has ended; one that browsers refuse. */
    status: 'none' | 'valid' | 'expiring' | 'expired' | 'invalid'
    /** When it ends. */
    expires_at: string | null
    /** When the system last looked. */
    checked_at: string | null
    /** Why there is none, or why browsers refuse it: the name has no address, or one inside a private network; nothing answers there, or does not speak TLS; the issuer is unknown; it is for other names; it is not valid yet. */
    problem: 'no_address' | 'forbidden_address' | 'no_connection' | 'no_tls' | 'untrusted' | 'other_name' | 'not_yet_valid' | null
  }
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the domain was created. */
  created_at: string
  /** When the domain last changed. */
  updated_at: string
}

export interface DomainAddRequest {
  /** The name of the host without a protocol, such as `learn.example.org`. */
  host: string
  /** Makes it the primary domain, as soon as it is active; also one that the school already has. Default: `false`. */
  primary?: boolean
}

export type DomainSort = 'created_at' | '-created_at' | 'host' | '-host'
/** The query of the list of Domain. */
export interface DomainListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<DomainSort>
  status?: OneOrMany<'pending' | 'active'>
  primary?: OneOrMany<boolean>
  checked_at?: TimeFilter
  proven_at?: TimeFilter
  problem?: OneOrMany<'record_missing' | 'record_different' | 'no_answer'>
  expires_at?: TimeFilter
  lapses_at?: TimeFilter
  lapsed_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
  host?: OneOrMany<string>
}

/** Why `domains.list` can be refused. */
export type DomainsListReason = CommonReason
/** List the domains of the school. GET /v1/domains; needs domains:read. */
export function list(client: Caller, query: DomainListQuery = {}, options: RequestOptions = {}): ListPromise<Domain, DomainsListReason> {
  return client.list({ method: 'GET', path: '/v1/domains', query }, options)
}

/** Why `domains.add` can be refused. */
export type DomainsAddReason = CommonReason | 'domain_taken' | 'domain_present' | 'domain_public' | 'domain_reserved' | 'claims_limit_reached' | 'domains_limit_reached'
/** Add a domain, to be verified by a DNS record, or make an existing one the primary domain. POST /v1/domains; needs domains:write. */
export function add(client: Caller, body: DomainAddRequest, options: RequestOptions = {}): ApiPromise<Domain, DomainsAddReason> {
  return client.call({ method: 'POST', path: '/v1/domains', body }, options)
}

/** Why `domains.get` can be refused. */
export type DomainsGetReason = CommonReason
/** Get a domain with the DNS record that verifies it. GET /v1/domains/{id}; needs domains:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Domain, DomainsGetReason> {
  return client.call({ method: 'GET', path: `/v1/domains/${encodeURIComponent(id)}` }, options)
}

/** Why `domains.delete` can be refused. */
export type DomainsDeleteReason = CommonReason | 'last_domain'
/** Delete a domain; if it is primary, the oldest other one becomes primary. DELETE /v1/domains/{id}; needs domains:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedDomain, DomainsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/domains/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `domains` with a client. */
export class DomainsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the domains of the school. GET /v1/domains; needs domains:read. */
  list(query: DomainListQuery = {}, options: RequestOptions = {}): ListPromise<Domain, DomainsListReason> {
    return list(this.#client, query, options)
  }
  /** Add a domain, to be verified by a DNS record, or make an existing one the primary domain. POST /v1/domains; needs domains:write. */
  add(body: DomainAddRequest, options: RequestOptions = {}): ApiPromise<Domain, DomainsAddReason> {
    return add(this.#client, body, options)
  }
  /** Get a domain with the DNS record that verifies it. GET /v1/domains/{id}; needs domains:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Domain, DomainsGetReason> {
    return get(this.#client, id, options)
  }
  /** Delete a domain; if it is primary, the oldest other one becomes primary. DELETE /v1/domains/{id}; needs domains:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedDomain, DomainsDeleteReason> {
    return delete_(this.#client, id, options)
  }}
