import { column, objectTable, type RowIn, storeOf, textArray } from '@lms/service-host'
import { type Certificate, Domain, domains, refusals } from './domain.contract.ts'
import { domainLifecycle } from './domain.lifecycle.ts'
import { type Proof, withParents, zoneOf } from './domain.rules.ts'

export const domainTable = objectTable('site.domains', Domain, {
  computed: ['dns_record', 'address_records'],
  kinds: { host: 'key' },
  hidden: {
    /** For a claim: whether it is to become primary. */
    primary_wanted: column.boolean(),
    /** When its record is looked for next; null for a domain that needs none. */
    next_look_at: column.time().nullable(),
    /** When its certificate is looked at next; null for a pending domain, and a name that is not in public DNS. */
    next_certificate_at: column.time().nullable(),
  },
  list: domains.list,
  archive: { last: true },
  unique: [{ name: 'domains_own_host', of: ['host'], refusal: refusals.domain_present }],
  lifecycle: { of: domainLifecycle, emits: { prove: null } },
  // An active host is unique over all schools.
  conflicts: { domains_host: refusals.domain_taken },
})
export type DomainRow = RowIn<typeof domainTable>

export class DomainStore extends storeOf(domainTable) {
  /** All domains of the school, oldest first, locked: nobody else adds or deletes one until the end of the work. */
  async lockAll(): Promise<DomainRow[]> {
    // A lock on the school's id, because two requests that add a first domain would find no row to lock.
    const schoolLock = this.work.lock(
      `select pg_advisory_xact_lock(hashtextextended('domains of ' || $1, 0))`,
      [this.work.school],
    )
    const [, { rows }] = await Promise.all([
      schoolLock,
      this.work.read(`${domainTable.select} order by t.created_at, t.id`, [this.work.school]),
    ])
    return rows.map(fields => this.read(fields))
  }

  /**
   * The same for work that activates these hosts: until its end nobody else activates one at, above or below them. Call
   * it once. All work takes these locks in the same order, so there is no deadlock.
   */
  async lockToActivate(hosts: readonly string[]): Promise<DomainRow[]> {
    const zones = [...new Set(hosts.map(zoneOf))].sort()
    const [present] = await Promise.all([
      this.lockAll(),
      ...zones.map(zone =>
        this.work.lock(`select pg_advisory_xact_lock(hashtextextended('zone of domains ' || $1, 0))`, [zone]),
      ),
    ])
    return present
  }

  /** The host of the school's primary domain; null if it has none. */
  async primaryHost(): Promise<string | null> {
    const { rows } = await this.work.read(
      `select host from ${domainTable.shape.table} where school_id = $1 and "primary"`,
      [this.work.school],
    )
    return rows[0]?.[0] ?? null
  }

  /** The hosts at which the school answers. */
  async activeHosts(): Promise<string[]> {
    const { rows } = await this.work.read(
      `select host from ${domainTable.shape.table} where school_id = $1 and status = 'active'`,
      [this.work.school],
    )
    return rows.map(([host]) => host!)
  }

  /**
   * Whether the nearest active domain, at the host or above it, belongs to another school. One with a lapsed proof does
   * not count, unless its school has no other.
   */
  async isAnothers(host: string): Promise<boolean> {
    const { rows } = await this.work.read(`select site.is_anothers($1::text[])`, [
      textArray(withParents(host)),
    ])
    return rows[0]![0] === 't'
  }

  /** Records the result of a look-up for a claim, without a new version. */
  noteLook({ id }: DomainRow, look: Pick<DomainRow, 'checked_at' | 'problem' | 'next_look_at'>): void {
    this.work.write(
      `update "site"."domains" set checked_at = $3, problem = $4, next_look_at = $5
       where school_id = $1 and id = $2 and status = 'pending'`,
      [this.work.school, id, look.checked_at, look.problem, look.next_look_at],
    )
  }

  /** Records what became of the proof of an active domain, without a new version. */
  noteProof({ id }: DomainRow, proof: Proof, next: string): void {
    this.work.write(
      `update "site"."domains" set proven_at = $3, problem = $4, lapses_at = $5, lapsed_at = $6, checked_at = $7,
         next_look_at = $8
       where school_id = $1 and id = $2 and status = 'active'`,
      [
        this.work.school,
        id,
        proof.proven_at,
        proof.problem,
        proof.lapses_at,
        proof.lapsed_at,
        this.work.now,
        next,
      ],
    )
  }

  /** Records what visitors get at the domain, without a new version. */
  noteCertificate({ id }: DomainRow, certificate: Certificate, next: string | null): void {
    this.work.write(
      `update "site"."domains" set certificate = $3, next_certificate_at = $4
       where school_id = $1 and id = $2 and status = 'active'`,
      [this.work.school, id, JSON.stringify(certificate), next],
    )
  }

  /**
   * Ends the claims of other schools to a host and below it, down to a nearer active domain. Only work across schools
   * can do this.
   */
  endClaimsOfOthers(host: string): void {
    this.work.write(
      `delete from "site"."domains" c where status = 'pending' and school_id <> $1
         and (host = $2 or right(host, length($2) + 1) = '.' || $2)
         and not exists (select from "site"."domains" n where n.status = 'active' and length(n.host) > length($2)
           and (c.host = n.host or right(c.host, length(n.host) + 1) = '.' || n.host))`,
      [this.work.school, host],
    )
  }
}
