// Suppressions of a restored school: their hashes have a key of the installation.
import type { Work } from '@lms/service-host'
import { addressHashes } from '../addresses/address.ts'
import type { TransportKind } from '../addresses/kinds.ts'

/** Rows of one statement. */
const slice = 1000

/** Hashes the addresses again. Those of erased people have the hash alone, which holds in their own installation. */
export async function hashAgain({
  work,
  runtime,
}: Pick<Work, 'work' | 'runtime'>): Promise<readonly string[]> {
  const { school } = work
  for (let after = ''; ; ) {
    const { rows } = await work.read(
      `select id, transport, address from "crm"."suppressions"
       where school_id = $1 and id > $2 and address is not null order by id limit ${slice}`,
      [school, after],
    )
    for (const [id, transport, address] of rows) {
      const [hash] = addressHashes(address!, transport as TransportKind, { school, vault: runtime.vault })
      work.write(
        `update "crm"."suppressions" set address_hash = $3 where school_id = $1 and id = $2 and address_hash <> $3`,
        [school, id!, hash!],
      )
    }
    if (rows.length < slice) return []
    after = rows.at(-1)![0]!
  }
}
