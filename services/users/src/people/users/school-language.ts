// The language of a school, for people who say nothing of their own.
import type { Stores } from '../../builder.ts'
import { User } from './user.contract.ts'

/** The fields of a new person in place of their defaults; none where people cannot have the language. */
export async function schoolLanguage({ school }: Pick<Stores, 'school'>): Promise<{ locale?: string }> {
  const { language: locale } = await school.get()
  return User.shape.locale.safeParse(locale).success ? { locale } : {}
}
