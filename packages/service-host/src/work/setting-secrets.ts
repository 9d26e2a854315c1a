// Secrets among the settings of a school, in a table of their own: no archive, answer or event has them.
import { column, tenantEntity } from '../database/columns.ts'
import type { Vault } from '../kernel/vault.ts'
import type { SealedRows } from './reseal-rows.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** The table `schema.setting_secrets`: a row for each secret, named by its path in the section. */
export function settingSecrets(schema: string) {
  const entity = tenantEntity(
    schema,
    'setting_secrets',
    { id: column.key().primary(), sealed: column.text() },
    { archive: { never: 'secrets of providers', returns: 'empty' }, indexes: [{ properties: ['id'] }] },
  )
  /** The place to which the vault binds them. */
  const placeOf = (school: string, id: string) => `${schema}.setting_secrets ${school} ${id}`

  return {
    entity,
    sealed: { table: `${schema}.setting_secrets`, columns: ['sealed'], placeOf } satisfies SealedRows,

    keep(secrets: ReadonlyMap<string, string | null>, vault: Vault, work: UnitOfWork): void {
      for (const [id, secret] of secrets)
        if (secret === null)
          work.write(`delete from "${schema}".setting_secrets where school_id = $1 and id = $2`, [
            work.school,
            id,
          ])
        else
          work.write(
            `insert into "${schema}".setting_secrets (school_id, id, sealed) values ($1, $2, $3)
             on conflict (school_id, id) do update set sealed = $3`,
            [work.school, id, vault.seal(secret, placeOf(work.school, id))],
          )
    },

    /** The encrypted secrets by path. */
    async read(work: UnitOfWork): Promise<Map<string, string>> {
      const { rows } = await work.read(
        `select id, sealed from "${schema}".setting_secrets where school_id = $1`,
        [work.school],
      )
      return new Map(rows.map(([id, sealed]) => [id!, sealed!]))
    },

    /** A secret of `read`; null if it is not set. Throws if it cannot be decrypted. */
    open(
      sealed: ReadonlyMap<string, string>,
      id: string,
      { school, vault }: { school: string; vault: Vault },
    ) {
      const text = sealed.get(id)
      return text === undefined ? null : vault.open(text, placeOf(school, id))
    },
  }
}
export type SettingSecrets = ReturnType<typeof settingSecrets>
