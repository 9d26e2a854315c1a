// The answer of a model, as a person may read it.
import { withoutLinks } from './links.ts'
import { invisible, withoutSecrets } from './text.ts'

/** Characters of an answer. */
const maxAnswer = 20_000

/**
 * The answer of a model as plain text of several lines: no links but to pages of the school's own hosts, no pictures, no
 * markup that a reader's program could load something for.
 */
export const plainAnswer = (text: string, hosts: readonly string[] = []): string =>
  withoutLinks(withoutSecrets(text.slice(0, maxAnswer).replace(invisible, '')), hosts)
