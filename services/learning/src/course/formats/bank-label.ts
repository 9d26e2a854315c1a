/** The label of the questions of a bank, from which quizzes of the course draw. */
export const bankLabel = (ident: string): string => `bank ${ident}`.slice(0, 60)
