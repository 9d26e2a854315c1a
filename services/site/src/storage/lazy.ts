import type { Storage } from './storage.ts'

/** A storage that is opened at its first use: the AWS SDK takes 25 MB, which an installation without S3 need not have. */
export function lazyStorage(kind: Storage['kind'], origin: string, open: () => Promise<Storage>): Storage {
  let opened: Promise<Storage> | null = null
  const storage = () => (opened ??= open())
  return {
    kind,
    origin,
    begin: async (...given) => (await storage()).begin(...given),
    uploadLinks: async (...given) => (await storage()).uploadLinks(...given),
    writePart: async (...given) => (await storage()).writePart(...given),
    finish: async (...given) => (await storage()).finish(...given),
    stat: async (...given) => (await storage()).stat(...given),
    read: async (...given) => (await storage()).read(...given),
    write: async (...given) => (await storage()).write(...given),
    remove: async (...given) => (await storage()).remove(...given),
    downloadLink: async (...given) => (await storage()).downloadLink(...given),
    list: async (...given) => (await storage()).list(...given),
  }
}
