// Files for those who show them: pages, settings, forms.
import type { Stores } from '../builder.ts'
import type { ReadyFile } from './file.store.ts'

export type { ReadyFile } from './file.store.ts'

/** Those of these files that are ready, by their ids. */
export const readyFiles = async (
  ids: readonly string[],
  { files }: Pick<Stores, 'files'>,
): Promise<ReadonlyMap<string, ReadyFile>> => byId(await files.ready(ids))

/** The same for what begins to use them: they cannot be deleted until the end of the work. */
export const lockReadyFiles = async (
  ids: readonly string[],
  { files }: Pick<Stores, 'files'>,
): Promise<ReadonlyMap<string, ReadyFile>> => byId(await files.lockReady(ids))

const byId = (files: readonly ReadyFile[]) => new Map<string, ReadyFile>(files.map(file => [file.id, file]))
