// Ten thousand schools with a domain each, beside the one that is there. By SQL, because the API would take minutes.
import { asOwner, ownerUrl } from '@lms/testing'

const parent = 'bench.example'
export const hostOf = (number: number) => `${number}.${parent}`

/** Copies the school and its primary domain. */
export async function addSchools(folder: string, school: string, count: number): Promise<void> {
  await asOwner(ownerUrl(folder), async owner => {
    const copy = async (table: string, own: Readonly<Record<string, string>>, where: string) => {
      const { rows } = await owner.query(
        `select column_name as name from information_schema.columns
         where table_schema = 'site' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
      const names = rows.map(({ name }) => name as string)
      const values = names.map(name => own[name] ?? `"${name}"`)
      await owner.query(
        `insert into site.${table} (${names.map(name => `"${name}"`).join(', ')})
         select ${values.join(', ')} from site.${table}, generate_series(0, $2::int - 1) n
         where school_id = $1 and ${where}`,
        [school, count],
      )
    }
    const idOf = (column: string) => `left(${column}, 14) || left(md5(n::text), 16)`
    await copy('schools', { id: idOf('id'), school_id: idOf('school_id') }, 'true')
    const host = `n || '.${parent}'`
    await copy('domains', { id: idOf('id'), school_id: idOf('school_id'), host }, '"primary"')
    await owner.query('analyze site.schools, site.domains')
  })
}
