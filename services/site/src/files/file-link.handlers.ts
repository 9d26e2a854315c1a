import { formatTime } from '@lms/contract'
import { builder } from '../builder.ts'
import { storageOf } from '../storage/settings.ts'
import { keyOf } from './file.rules.ts'
import { fileLinks, linkMinutes } from './file-link.contract.ts'
import { ownAddress } from './own-address.ts'

export const fileLinkHandlers = builder.implement(fileLinks, {
  sign: async ({ body, work, runtime }, { files, domains }) => {
    const [fileRows, address] = await Promise.all([
      files.many([...new Set(body.files.map(({ id }) => id))]),
      ownAddress({ domains }, runtime),
    ])
    const byId = new Map(fileRows.map(file => [file.id, file]))
    const expiresAt = new Date(work.origin.now.getTime() + linkMinutes * 60_000)
    const links = body.files.flatMap(({ id, disposition }) => {
      const file = byId.get(id)
      if (file?.status !== 'ready') return []
      const link = { name: file.name, type: file.content_type, disposition, expiresAt }
      const signed = storageOf(runtime).downloadLink(keyOf(file), link)
      return signed.then(url => ({ id, url: address(url), expires_at: formatTime(expiresAt) }))
    })
    return { links: await Promise.all(links) }
  },
})
