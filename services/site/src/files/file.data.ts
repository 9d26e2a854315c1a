// Files that students and curators have uploaded for answers and comments, as data about people.
import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { File } from '../storage/file.object.ts'
import { endFile } from './end-file.ts'
import { maxOwnFiles } from './file.contract.ts'

const store = ({ files }: Stores) => files

export const filesOfPerson = builder.personalData({
  what: 'files of answers',
  on_merge: 'they become those of the person who stays',
  needs: 'files:write',
  erased: 'the files with all their bytes',
  kept: null,
  why: null,
  ...rowsOfPerson(store, 'files.user_id', File),
  move: ({ from, into }, _, { files }) => files.moveTo(into, from),
  erase: async (userId, { work }, stores) => {
    // Merges may have brought the files of any number of people.
    const own = { sql: 't."user_id" = $', values: [userId] }
    for (let after: string | null = null; ; ) {
      const some = await stores.files.walk(own, after, maxOwnFiles)
      for (const { id } of some) endFile(await stores.files.lock(id), work, stores)
      if (some.length < maxOwnFiles) return
      after = some.at(-1)!.id
    }
  },
})
