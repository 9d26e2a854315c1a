// Tables that a restore has filled.
import { asOwner } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'

/** Tables that tell of the restore itself. */
const ofRestore = ['service.restores', 'service.file_pieces', 'site.artifacts']

/** The tables of all services with rows of the school, besides tasks and messages of the restore. */
export const filledTables = (ownerUrl: string, school: string): Promise<string[]> =>
  asOwner(ownerUrl, async client => {
    await client.query('set row_security = off')
    const tableNames: string[] = []
    for (const { contract, entities } of allServices)
      for (const entity of entities) {
        const name = `${contract.service}.${entity.init().meta.tableName}`
        const { rows } = await client.query(`select from ${name} where school_id = $1 limit 1`, [school])
        if (rows.length && !ofRestore.includes(name)) tableNames.push(name)
      }
    return tableNames
  })
