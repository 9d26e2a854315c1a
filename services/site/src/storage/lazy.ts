import type { Storage } from './storage.ts'

/** A storage that is opened at its first use: the AWS SDK takes 25 MB, which an installation without S3 need not have. */
export function lazyStorage(kind: Storage['kind'], origin: string, open: () => Promise<Storage>): Storage {
  let opened: Promise<Storage> | null = null
  const storage = () => (opened ??= open())
  return {
    kind,
    origin,
    begin: async (...parameters) => (await storage()).begin(...parameters),
    uploadLinks: async (...parameters) => (await storage()).uploadLinks(...parameters),
    writePart: async (...parameters) => (await storage()).writePart(...parameters),
    finish: async (...parameters) => (await storage()).finish(...parameters),
    stat: async (...parameters) => (await storage()).stat(...parameters),
    read: async (...parameters) => (await storage()).read(...parameters),
    write: async (...parameters) => (await storage()).write(...parameters),
    remove: async (...parameters) => (await storage()).remove(...parameters),
    removeSome: async (...parameters) => (await storage()).removeSome(...parameters),
    downloadLink: async (...parameters) => (await storage()).downloadLink(...parameters),
    list: async (...parameters) => (await storage()).list(...parameters),
  }
}
